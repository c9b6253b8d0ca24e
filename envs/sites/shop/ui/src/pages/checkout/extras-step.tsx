import { useWriter } from "@kit/data";
import { Checkbox, Problem, TextArea } from "@kit/fields";
import type { ApiError } from "@kit/http";
import { formatMoney } from "@kit/money";
import { ButtonLink } from "@kit/router";
import { changeCartLine, getCart } from "../../api/endpoints";
import { links } from "../../api/links";
import type { Checkout, CheckoutLine } from "../../api/types";
import { CouponForm } from "../../parts/coupon-form";
import { ProductLine } from "../../parts/line";
import { CheckoutStep } from "./step";

interface ExtrasProps {
  checkout: Checkout;
  wrap: boolean;
  onWrap: (wrap: boolean) => void;
  message: string;
  onMessage: (text: string) => void;
  error: ApiError | undefined;
}

/** Gift wrap, gift message and a coupon. */
export function ExtrasStep({ checkout, wrap, onWrap, message, onMessage, error }: ExtrasProps) {
  const offered = checkout.items.some((line) => line.gift_wrap_offered);
  const single = checkout.source === "buy_now";
  return (
    <CheckoutStep n={4} title="Gift options and coupon">
      {single && offered && <Checkbox label="Gift wrap" checked={wrap} onChecked={onWrap} />}
      {!single &&
        checkout.items
          .filter((line) => line.gift_wrap_offered)
          .map((line) => <WrapLine key={lineKey(line)} line={line} />)}
      {!offered && <p class="muted small">Gift wrap is not offered for these items.</p>}
      <TextArea
        label="Gift message (optional)"
        name="gift_message"
        value={message}
        onValue={onMessage}
        maxLength={240}
        rows={2}
        hint="Up to 240 characters, printed on a card in the parcel."
        error={error}
      />
      <CouponForm coupon={checkout.coupon} />
    </CheckoutStep>
  );
}

const lineKey = (line: CheckoutLine) => `${line.product_id}-${line.variant_id ?? ""}`;

/** Wraps one line of the cart; the line is looked up by what it holds, because a summary has no cart ids. */
function WrapLine({ line }: { line: CheckoutLine }) {
  const writer = useWriter();
  const change = (gift_wrap: boolean) =>
    writer.run(
      async () => {
        const cart = await getCart();
        const found = cart.items.find(
          (one) => one.product.id === line.product_id && (one.variant?.id ?? null) === line.variant_id,
        );
        return found ? changeCartLine(found.id, { gift_wrap }) : {};
      },
      gift_wrap ? `Gift wrap added: ${line.title}` : `Gift wrap removed: ${line.title}`,
    );
  return (
    <>
      <Checkbox label={`Gift wrap ${line.title}`} checked={line.gift_wrap} disabled={writer.busy} onChecked={change} />
      <Problem error={writer.error} />
    </>
  );
}

/** What is being bought, to look over once more. */
export function ItemsStep({ checkout }: { checkout: Checkout }) {
  return (
    <CheckoutStep n={5} title="Review items">
      <ul>
        {checkout.items.map((line) => (
          <li key={lineKey(line)}>
            <ProductLine
              product={line.product}
              title={line.title}
              end={<p class="strong num">{formatMoney(line.total)}</p>}
            >
              <p class="muted small">
                Quantity {line.quantity}
                {line.quantity > 1 && `, ${formatMoney(line.unit_price)} each`}
                {line.gift_wrap && ", gift wrapped"}
              </p>
              {line.problem && <p class="no-stock small">{line.problem}</p>}
            </ProductLine>
          </li>
        ))}
      </ul>
      {checkout.source === "cart" && (
        <div>
          <ButtonLink href={links.cart}>Change the cart</ButtonLink>
        </div>
      )}
    </CheckoutStep>
  );
}
