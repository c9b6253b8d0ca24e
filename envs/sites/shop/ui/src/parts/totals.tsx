import { formatMoney, isZero } from "@kit/money";
import type { Totals } from "../api/types";

interface Props {
  totals: Totals;
  coupon?: string | null;
  /** What the last line is called. */
  grand?: string;
  deliveryNote?: string;
}

export function TotalsList({ totals, coupon, grand = "Total", deliveryNote = "Delivery" }: Props) {
  const rows: [string, string][] = [["Items", formatMoney(totals.subtotal)]];
  if (!isZero(totals.discount))
    rows.push([coupon ? `Coupon ${coupon}` : "Discount", `−${formatMoney(totals.discount)}`]);
  if (!isZero(totals.gift_wrap_fee)) rows.push(["Gift wrap", formatMoney(totals.gift_wrap_fee)]);
  rows.push([deliveryNote, isZero(totals.delivery_fee) ? "Free" : formatMoney(totals.delivery_fee)]);
  const card = !isZero(totals.gift_card_used);
  return (
    <dl class="totals">
      {rows.map(([name, amount]) => (
        <Row key={name} name={name} amount={amount} />
      ))}
      <Row name={grand} amount={formatMoney(totals.total)} grand />
      {card && <Row name="Paid with gift card" amount={`−${formatMoney(totals.gift_card_used)}`} />}
      {card && <Row name="Left to pay" amount={formatMoney(totals.to_pay)} />}
    </dl>
  );
}

function Row({ name, amount, grand }: { name: string; amount: string; grand?: boolean }) {
  return (
    <>
      <dt class={grand ? "grand" : undefined}>{name}</dt>
      <dd class={grand ? "grand" : undefined}>{amount}</dd>
    </>
  );
}
