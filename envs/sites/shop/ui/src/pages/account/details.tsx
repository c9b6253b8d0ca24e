/** How an address, a payment method or a day is written on the account's pages. */
import { formatDate, nearDay } from "@kit/clock";
import type { Choice, Option } from "@kit/fields";
import type { Address, Day, PaymentMethod } from "../../api/types";

/** "12/2028" of "2028-12". Pure. */
export function cardExpiry(expires: string): string {
  const [year, month] = expires.split("-");
  return year && month ? `${month}/${year}` : expires;
}

/** "Tomorrow, Thursday 11 March" or "Friday 12 March". */
export function spokenDay(day: Day): string {
  const near = nearDay(day);
  const text = formatDate(day, "day");
  return near ? `${near[0]?.toUpperCase()}${near.slice(1)}, ${text}` : text;
}

export function addressLine(address: Address): string {
  return [address.line1, address.line2, address.city, address.postcode].filter(Boolean).join(", ");
}

export function AddressBlock({ address }: { address: Address }) {
  const rows = [address.recipient, address.line1, address.line2, `${address.city} ${address.postcode}`];
  return (
    <address class="address">
      {rows.filter(Boolean).map((row) => (
        <span key={row} class="own-line">
          {row}
        </span>
      ))}
    </address>
  );
}

export function addressChoices(addresses: readonly Address[]): Choice[] {
  return addresses.map((address) => ({
    value: address.id,
    title: address.label,
    text: `${address.recipient}, ${addressLine(address)}`,
    badge: address.default ? <span class="badge accent">Default</span> : undefined,
  }));
}

export function addressOptions(addresses: readonly Address[]): Option[] {
  return addresses.map((address) => ({ value: address.id, label: `${address.label}: ${addressLine(address)}` }));
}

export function paymentOptions(methods: readonly PaymentMethod[]): Option[] {
  return methods.map((method) => ({
    value: method.id,
    label: method.expired ? `${method.text} (expired)` : method.text,
  }));
}
