import { RadioCards } from "@kit/fields";
import { Link } from "@kit/router";
import { links } from "../../api/links";
import type { Address, Checkout } from "../../api/types";
import { CheckoutStep } from "./step";

/** An address in one line. Pure. */
export function addressLine(address: Address): string {
  return [address.recipient, address.line1, address.line2, address.city, address.postcode].filter(Boolean).join(", ");
}

export function AddressStep({ checkout, onAddress }: { checkout: Checkout; onAddress: (id: string) => void }) {
  return (
    <CheckoutStep n={1} title="Delivery address">
      {checkout.addresses.length > 0 ? (
        <RadioCards
          legend="Delivery address"
          legendHidden
          name="address"
          value={checkout.address_id ?? ""}
          onValue={onAddress}
          choices={checkout.addresses.map((address) => ({
            value: address.id,
            title: address.label,
            text: addressLine(address),
            badge: address.default ? <span class="badge">Default</span> : undefined,
          }))}
        />
      ) : (
        <p class="note warn">There is no address on your account yet.</p>
      )}
      <p class="small">
        <Link href={links.addresses}>Manage your addresses</Link>
      </p>
    </CheckoutStep>
  );
}
