import { Button } from "@kit/button";
import { useWriter } from "@kit/data";
import { Checkbox, Problem, RadioCards, TextField } from "@kit/fields";
import { formatMoney, isZero } from "@kit/money";
import { Link } from "@kit/router";
import { useState } from "preact/hooks";
import { redeemGiftCard } from "../../api/endpoints";
import { links } from "../../api/links";
import type { Checkout, PaymentMethod } from "../../api/types";
import { CheckoutStep } from "./step";

function describe(method: PaymentMethod): string {
  if (method.kind === "bank") return `${method.brand}, account ending ${method.last_four}, direct debit`;
  return `${method.brand} ending ${method.last_four}, ${method.expired ? "expired" : "expires"} ${expiry(method.expires)}`;
}

/** "2028-05" as "05/2028". Pure. */
export function expiry(month: string): string {
  return month.replace(/^(\d{4})-(\d{2})$/, "$2/$1");
}

function Redeem() {
  const [code, setCode] = useState("");
  const writer = useWriter();
  const submit = async (event: Event) => {
    event.preventDefault();
    if (await writer.run(() => redeemGiftCard(code.trim()), "Gift card added to your account")) setCode("");
  };
  return (
    <form class="stack" style={{ "--gap": "8px" }} onSubmit={(event) => void submit(event)}>
      <div class="inline-form">
        <TextField
          label="Gift card code"
          name="code"
          value={code}
          onValue={setCode}
          placeholder="TIDE-XXXX-XXXX"
          error={writer.error}
        />
        <Button type="submit" disabled={writer.busy || !code.trim()}>
          Add gift card
        </Button>
      </div>
      <Problem error={writer.error} />
    </form>
  );
}

interface Props {
  checkout: Checkout;
  onMethod: (id: string) => void;
  onGiftCard: (use: boolean) => void;
}

export function PaymentStep({ checkout, onMethod, onGiftCard }: Props) {
  const balance = checkout.gift_card_balance;
  return (
    <CheckoutStep n={3} title="Payment">
      {checkout.payment_methods.length > 0 ? (
        <RadioCards
          legend="Payment method"
          legendHidden
          name="payment"
          value={checkout.payment_method_id ?? ""}
          onValue={onMethod}
          choices={checkout.payment_methods.map((method) => ({
            value: method.id,
            title: method.nickname,
            text: describe(method),
            badge: method.expired ? (
              <span class="badge bad">Expired</span>
            ) : method.default ? (
              <span class="badge">Default</span>
            ) : undefined,
          }))}
        />
      ) : (
        <p class="note warn">There is no payment method on your account yet.</p>
      )}
      <p class="small">
        <Link href={links.payment}>Manage your payment methods</Link>
      </p>
      {!isZero(balance) && (
        <Checkbox
          label={`Use my gift card balance (${formatMoney(balance)})`}
          checked={checkout.use_gift_card}
          onChecked={onGiftCard}
        />
      )}
      <Redeem />
    </CheckoutStep>
  );
}
