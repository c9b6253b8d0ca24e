import { useReading, useWriter } from "@kit/data";
import { Checkbox, Problem, TextArea, TextField } from "@kit/fields";
import { Loaded } from "@kit/pieces";
import { useGo } from "@kit/router";
import { useRoute } from "preact-iso";
import { addAddress, changeAddress, getAddress } from "../../api/endpoints";
import { links } from "../../api/links";
import type { Address, AddressDraft } from "../../api/types";
import { useSession } from "../../site";
import { useDraft } from "./drafts";
import { AccountPage } from "./layout";
import { FormActions } from "./parts";

type Fields = Required<AddressDraft>;
type TextKey = Exclude<keyof Fields, "default" | "instructions">;

const FIELDS: readonly { key: TextKey; label: string; hint?: string; full?: boolean; type?: "tel" }[] = [
  { key: "label", label: "Name of this address", hint: "For example Home or Office" },
  { key: "recipient", label: "Recipient" },
  { key: "line1", label: "Address line 1", full: true },
  { key: "line2", label: "Address line 2 (optional)", full: true },
  { key: "city", label: "Town or city" },
  { key: "postcode", label: "Postcode" },
  { key: "phone", label: "Phone for the courier (optional)", type: "tel" },
];

interface Props {
  stored: Fields;
  save: string;
  withDefault?: boolean;
  /** Given what differs from `stored`, and everything. */
  send: (changes: Partial<Fields>, all: Fields) => Promise<unknown>;
  said: string;
}

function AddressForm({ stored, save, withDefault = false, send, said }: Props) {
  const draft = useDraft(stored);
  const writer = useWriter();
  const go = useGo();
  const submit = async (event: Event) => {
    event.preventDefault();
    const words = { text: said, keep: true };
    if (await writer.run(() => send(draft.changes, draft.value), words)) go(links.addresses);
  };
  return (
    <form class="panel stack narrow" onSubmit={submit} noValidate>
      <div class="form-grid">
        {FIELDS.map(({ key, label, hint, full, type }) => (
          <TextField
            key={key}
            label={label}
            name={key}
            hint={hint}
            class={full ? "full" : undefined}
            type={type}
            value={draft.value[key]}
            onValue={(value) => draft.set(key, value)}
            error={writer.error}
          />
        ))}
        <TextArea
          class="full"
          label="Delivery instructions (optional)"
          name="instructions"
          hint="For example where to leave a parcel"
          value={draft.value.instructions}
          onValue={(value) => draft.set("instructions", value)}
          error={writer.error}
        />
      </div>
      {withDefault && (
        <Checkbox
          label="Make this my default address"
          name="default"
          checked={draft.value.default}
          onChecked={(on) => draft.set("default", on)}
        />
      )}
      <Problem error={writer.error} />
      <FormActions save={save} busy={writer.busy} onCancel={() => go(links.addresses)} />
    </form>
  );
}

const CRUMBS = [{ text: "Addresses", href: links.addresses }];

export function NewAddressPage() {
  const name = useSession()?.name;
  if (!name) return <AccountPage title="Add address" crumbs={CRUMBS} children={null} />;
  const empty = { label: "", line1: "", line2: "", city: "", postcode: "", phone: "", instructions: "" };
  return (
    <AccountPage title="Add address" crumbs={CRUMBS}>
      <AddressForm
        stored={{ ...empty, recipient: name, default: false }}
        save="Save address"
        withDefault
        send={(_, all) => addAddress(all)}
        said="Address added"
      />
    </AccountPage>
  );
}

function fieldsOf({ id: _id, area: _area, ...fields }: Address): Fields {
  return fields;
}

export function EditAddressPage() {
  const id = useRoute().params.id ?? "";
  const reading = useReading(`address:${id}`, () => getAddress(id));
  const label = reading.data?.label;
  return (
    <AccountPage title={label ? `Edit address: ${label}` : "Edit address"} crumbs={CRUMBS}>
      <Loaded reading={reading}>
        {(address) => (
          <AddressForm
            stored={fieldsOf(address)}
            save="Save address"
            send={(changes) => changeAddress(id, changes)}
            said={`Address saved: ${address.label}`}
          />
        )}
      </Loaded>
    </AccountPage>
  );
}
