import { useReading, useWriter } from "@kit/data";
import { EmptyState, Loaded, Skeleton, type Step, Steps } from "@kit/pieces";
import { ButtonLink, useGo, usePlace } from "@kit/router";
import { useState } from "preact/hooks";
import { getCheckout, placeOrder } from "../../api/endpoints";
import { links } from "../../api/links";
import type { Checkout, CheckoutChoice, DeliveryMethod } from "../../api/types";
import { usePageTitle } from "../../site";
import { AddressStep } from "./address-step";
import { DeliveryStep } from "./delivery-step";
import { ExtrasStep, ItemsStep } from "./extras-step";
import { PaymentStep } from "./payment-step";
import { SummaryBox } from "./summary-box";

/** What the address says about the checkout: one item to buy now, or the cart. Pure. */
export function startOf(query: URLSearchParams): CheckoutChoice {
  const product = query.get("product_id");
  if (!product) return {};
  const variant = query.get("variant_id");
  return {
    product_id: product,
    ...(variant ? { variant_id: variant } : {}),
    quantity: Number(query.get("quantity") ?? 1),
  };
}

/** How far the choices have got, from the server's summary of them. Pure. */
export function stepsOf(checkout: Checkout): Step[] {
  const delivered = checkout.delivery_method !== "chosen" || checkout.delivery_date !== null;
  const done = [checkout.address_id !== null, delivered, checkout.payment_method_id !== null, true];
  const first = done.indexOf(false);
  const titles = ["Address", "Delivery", "Payment", "Extras", "Review and order"];
  return titles.map((title, index) => ({
    key: title,
    title,
    done: index < titles.length - 1 && done[index] === true,
    current: index === (first < 0 ? titles.length - 1 : first),
  }));
}

/** The server's last summary with what was chosen since, so that the page follows the hand. Pure. */
export function withChoice(checkout: Checkout, choice: CheckoutChoice): Checkout {
  return {
    ...checkout,
    address_id: choice.address_id ?? checkout.address_id,
    payment_method_id: choice.payment_method_id ?? checkout.payment_method_id,
    delivery_method: choice.delivery_method ?? checkout.delivery_method,
    delivery_date: choice.delivery_method === "chosen" ? (choice.delivery_date ?? null) : checkout.delivery_date,
    use_gift_card: choice.use_gift_card ?? checkout.use_gift_card,
  };
}

interface Choosing {
  checkout: Checkout;
  choice: CheckoutChoice;
  choose: (part: Partial<CheckoutChoice>) => void;
  refreshing: boolean;
}

function Form({ checkout, choice, choose, refreshing }: Choosing) {
  const [message, setMessage] = useState("");
  const writer = useWriter();
  const go = useGo();
  const order = async () => {
    if (!checkout.address_id) return;
    const body = {
      ...choice,
      address_id: checkout.address_id,
      payment_method_id: checkout.payment_method_id ?? undefined,
      delivery_method: checkout.delivery_method,
      delivery_date: checkout.delivery_method === "chosen" ? (checkout.delivery_date ?? undefined) : undefined,
      use_gift_card: checkout.use_gift_card,
      gift_message: message.trim() || undefined,
    };
    const placed = await writer.run(() => placeOrder(body), { text: "Order placed", keep: true });
    if (placed) go(placed.id ? links.orderPlaced(placed.id) : "/order-placed");
  };
  return (
    <div class="columns">
      <div class="stack" style={{ "--gap": "20px" }}>
        <AddressStep checkout={checkout} onAddress={(address_id) => choose({ address_id })} />
        <DeliveryStep
          checkout={checkout}
          onMethod={(method: DeliveryMethod) => choose({ delivery_method: method, delivery_date: undefined })}
          onDate={(date) => choose({ delivery_date: date || undefined })}
        />
        <PaymentStep
          checkout={checkout}
          onMethod={(payment_method_id) => choose({ payment_method_id })}
          onGiftCard={(use_gift_card) => choose({ use_gift_card })}
        />
        <ExtrasStep
          checkout={checkout}
          wrap={choice.gift_wrap ?? false}
          onWrap={(gift_wrap) => choose({ gift_wrap })}
          message={message}
          onMessage={setMessage}
          error={writer.error}
        />
        <ItemsStep checkout={checkout} />
      </div>
      <SummaryBox checkout={checkout} writer={writer} refreshing={refreshing} onOrder={() => void order()} />
    </div>
  );
}

function Empty() {
  return (
    <EmptyState title="There is nothing to check out">
      <p class="muted">Your cart is empty.</p>
      <ButtonLink kind="primary" href={links.home}>
        Start shopping
      </ButtonLink>
    </EmptyState>
  );
}

function Choices({ start }: { start: CheckoutChoice }) {
  const [choice, setChoice] = useState<CheckoutChoice>(start);
  const reading = useReading(`checkout:${JSON.stringify(choice)}`, () => getCheckout(choice), { keep: true });
  return (
    <Loaded reading={reading} skeleton={<Skeleton lines={12} height={36} />}>
      {(checkout) =>
        checkout.items.length === 0 ? (
          <Empty />
        ) : (
          <div class="stack">
            <Steps label="Steps of the checkout" steps={stepsOf(withChoice(checkout, choice))} />
            <Form
              checkout={withChoice(checkout, choice)}
              choice={choice}
              choose={(part) => setChoice((old) => ({ ...old, ...part }))}
              refreshing={reading.busy}
            />
          </div>
        )
      }
    </Loaded>
  );
}

export function CheckoutPage() {
  usePageTitle("Checkout");
  const { query } = usePlace();
  const start = startOf(query);
  return (
    <div class="page">
      <div class="page-head">
        <h1>{start.product_id ? "Buy now" : "Checkout"}</h1>
      </div>
      <Choices key={JSON.stringify(start)} start={start} />
    </div>
  );
}
