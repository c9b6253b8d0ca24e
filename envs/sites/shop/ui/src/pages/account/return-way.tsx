/** How a return comes back and where its refund goes; for a new return and for one that is changed. */
import { DatePicker } from "@kit/datepicker";
import { type Choice, RadioCards } from "@kit/fields";
import { formatMoney, isZero } from "@kit/money";
import type { ComponentChildren } from "preact";
import type { RefundTo, ReturnMethod, ReturnOptions } from "../../api/types";

export interface Way {
  method: ReturnMethod;
  collection_date: string;
  store_id: string;
  refund_to: RefundTo;
}

interface Props {
  options: ReturnOptions;
  way: Way;
  onWay: (way: Way) => void;
  /** A heading above says it already. */
  legendHidden?: boolean;
}

function methodChoices(options: ReturnOptions): Choice[] {
  return options.methods.map((method) => ({
    value: method.id,
    title: method.title,
    text: method.description,
    badge: <span class="badge">{isZero(method.fee) ? "Free" : formatMoney(method.fee)}</span>,
  }));
}

export function MethodFields({ options, way, onWay, legendHidden }: Props) {
  return (
    <div class="stack">
      <RadioCards
        legend="How you send it back"
        legendHidden={legendHidden}
        name="method"
        value={way.method}
        onValue={(method) => onWay({ ...way, method: method as ReturnMethod })}
        choices={methodChoices(options)}
      />
      {way.method === "collection" && (
        <DatePicker
          label="Collection day"
          name="collection_date"
          value={way.collection_date}
          onValue={(day) => onWay({ ...way, collection_date: day })}
          min={options.collection.first_date}
          max={options.collection.last_date}
          closed={options.collection.closed}
          hint="Monday to Saturday, between 8 am and 6 pm"
        />
      )}
      {way.method === "in_store" && (
        <RadioCards
          legend="Which store"
          name="store_id"
          value={way.store_id}
          onValue={(store) => onWay({ ...way, store_id: store })}
          choices={options.stores.map((store) => ({ value: store.id, title: store.name, text: store.address }))}
        />
      )}
    </div>
  );
}

export function RefundFields({ options, way, onWay, legendHidden }: Props) {
  return (
    <RadioCards
      legend="Refund to"
      legendHidden={legendHidden}
      name="refund_to"
      value={way.refund_to}
      onValue={(to) => onWay({ ...way, refund_to: to as RefundTo })}
      choices={options.refunds.map((one) => ({ value: one.id, title: one.title, text: one.description }))}
    />
  );
}

function StepPanel({ n, title, children }: { n: number; title: string; children: ComponentChildren }) {
  return (
    <section class="panel checkout-step" aria-label={title}>
      <h2>
        <span class="n">{n}</span> {title}
      </h2>
      {children}
    </section>
  );
}

export function WayBack({ step, ...props }: Props & { step: number }) {
  return (
    <StepPanel n={step} title="How are you sending it back?">
      <MethodFields {...props} legendHidden />
    </StepPanel>
  );
}

export function RefundChoice({ step, ...props }: Props & { step: number }) {
  return (
    <StepPanel n={step} title="Where should the refund go?">
      <RefundFields {...props} legendHidden />
    </StepPanel>
  );
}
