/** What can still be changed about an order: where it goes, when it comes, what the card says. */
import { useReading } from "@kit/data";
import { DatePicker } from "@kit/datepicker";
import { Problem, RadioCards, TextArea } from "@kit/fields";
import { Loaded } from "@kit/pieces";
import { Link } from "@kit/router";
import { useState } from "preact/hooks";
import {
  changeGiftMessage,
  changeOrderAddress,
  changeOrderDate,
  listAddresses,
  listOrderDates,
} from "../../api/endpoints";
import { links } from "../../api/links";
import type { DeliveryMethod, Order } from "../../api/types";
import { addressChoices, spokenDay } from "./details";
import { useSettledWriter } from "./drafts";
import { Editable, FormActions } from "./parts";

const METHODS: Record<DeliveryMethod, string> = {
  standard: "Standard delivery",
  express: "Express delivery",
  chosen: "Delivery on a chosen day",
};

interface FormProps {
  order: Order;
  close: () => void;
}

/** One write of a form, which closes where it went well. */
function useSave(close: () => void) {
  const writer = useSettledWriter();
  const save = (said: string, job: () => Promise<unknown>) => async (event: Event) => {
    event.preventDefault();
    if ((await writer.run(job, said)) !== undefined) close();
  };
  return { writer, save };
}

function AddressForm({ order, close }: FormProps) {
  const addresses = useReading("addresses", listAddresses);
  const [chosen, setChosen] = useState(order.address_id);
  const { writer, save } = useSave(close);
  return (
    <form class="stack" onSubmit={save("Delivery address changed", () => changeOrderAddress(order.id, chosen))}>
      <Loaded reading={addresses}>
        {(list) => (
          <RadioCards
            legend="Deliver to"
            name="address_id"
            value={chosen}
            onValue={setChosen}
            choices={addressChoices(list.items)}
          />
        )}
      </Loaded>
      <Link href={`${links.addresses}/new`}>Add another address</Link>
      <Problem error={writer.error} />
      <FormActions save="Save address" busy={writer.busy} onCancel={close} />
    </form>
  );
}

export function OrderAddress({ order }: { order: Order }) {
  return (
    <Editable
      title="Delivery address"
      icon="pin"
      change={order.can_change ? "Change delivery address" : null}
      view={<address class="address">{order.address_text}</address>}
      form={(close) => <AddressForm order={order} close={close} />}
    />
  );
}

function DayForm({ order, close }: FormProps) {
  const limits = useReading(`dates:${order.id}`, () => listOrderDates(order.id));
  const [day, setDay] = useState(order.delivery_date);
  const { writer, save } = useSave(close);
  return (
    <form class="stack" onSubmit={save("Delivery day changed", () => changeOrderDate(order.id, day))}>
      <Loaded reading={limits}>
        {(dates) => (
          <DatePicker
            label="New delivery day"
            name="date"
            value={day}
            onValue={setDay}
            min={dates.first_date}
            max={dates.last_date}
            closed={dates.closed}
            hint="We do not deliver on Sundays and bank holidays."
          />
        )}
      </Loaded>
      <Problem error={writer.error} />
      <FormActions save="Save delivery day" busy={writer.busy} disabled={!day} onCancel={close} />
    </form>
  );
}

export function OrderDay({ order }: { order: Order }) {
  return (
    <Editable
      title="Delivery day"
      icon="truck"
      change={order.can_change ? "Change delivery day" : null}
      view={
        <p>
          {METHODS[order.delivery_method]}
          <span class="strong own-line">{spokenDay(order.delivery_date)}</span>
        </p>
      }
      form={(close) => <DayForm order={order} close={close} />}
    />
  );
}

const MOST = 240;

function GiftForm({ order, close }: FormProps) {
  const [message, setMessage] = useState(order.gift_message);
  const { writer, save } = useSave(close);
  return (
    <form class="stack" onSubmit={save("Gift message saved", () => changeGiftMessage(order.id, message.trim()))}>
      <TextArea
        label="Message on the card"
        name="gift_message"
        value={message}
        onValue={setMessage}
        hint={`${message.length} of ${MOST} characters`}
        error={writer.error}
      />
      <Problem error={writer.error} />
      <FormActions save="Save gift message" busy={writer.busy} onCancel={close} />
    </form>
  );
}

export function OrderGift({ order }: { order: Order }) {
  if (!order.gift_message && !order.can_change) return null;
  return (
    <Editable
      title="Gift message"
      icon="gift"
      change={order.can_change ? "Change gift message" : null}
      view={order.gift_message ? <p>“{order.gift_message}”</p> : <p class="muted">No message on the card.</p>}
      form={(close) => <GiftForm order={order} close={close} />}
    />
  );
}
