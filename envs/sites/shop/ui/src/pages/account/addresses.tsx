import { useReading } from "@kit/data";
import { EmptyState, Loaded } from "@kit/pieces";
import { ButtonLink } from "@kit/router";
import { useId } from "preact/hooks";
import { deleteAddress, listAddresses, setDefaultAddress } from "../../api/endpoints";
import { links } from "../../api/links";
import type { Address } from "../../api/types";
import { ActButton, DeleteButton } from "./asking";
import { AddressBlock } from "./details";
import { AccountPage } from "./layout";

function Card({ address }: { address: Address }) {
  const id = useId();
  return (
    <article class={address.default ? "own-card chosen" : "own-card"} aria-labelledby={id}>
      <header>
        <h2 id={id}>{address.label}</h2>
        {address.default && <span class="badge accent">Default</span>}
      </header>
      <AddressBlock address={address} />
      {address.phone && <p class="muted small">Phone {address.phone}</p>}
      {address.instructions && <p class="muted small">{address.instructions}</p>}
      <footer>
        <ButtonLink
          kind="quiet"
          class="small"
          href={`${links.addresses}/${encodeURIComponent(address.id)}`}
          aria-label={`Edit address ${address.label}`}
        >
          Edit
        </ButtonLink>
        <DeleteButton
          name={`Delete address ${address.label}`}
          title={`Delete the address ${address.label}?`}
          text={`${address.recipient}, ${address.line1}, ${address.postcode}`}
          yes="Yes, delete address"
          said={`Address deleted: ${address.label}`}
          job={() => deleteAddress(address.id)}
        />
        {!address.default && (
          <ActButton
            kind="quiet"
            size="small"
            label="Make default"
            name={`Make ${address.label} the default address`}
            said={`${address.label} is now your default address`}
            job={() => setDefaultAddress(address.id)}
          />
        )}
      </footer>
    </article>
  );
}

export function AddressesPage() {
  const reading = useReading("addresses", listAddresses);
  return (
    <AccountPage
      title="Addresses"
      lead="Where we deliver. The default address is chosen first at the checkout."
      actions={
        <ButtonLink kind="primary" href={`${links.addresses}/new`}>
          Add address
        </ButtonLink>
      }
    >
      <Loaded reading={reading}>
        {(list) =>
          list.items.length === 0 ? (
            <EmptyState title="No addresses yet" />
          ) : (
            <div class="card-grid">
              {list.items.map((address) => (
                <Card key={address.id} address={address} />
              ))}
            </div>
          )
        }
      </Loaded>
    </AccountPage>
  );
}
