import { formatDate } from "@kit/clock";
import { useReading, useWriter } from "@kit/data";
import { Problem } from "@kit/fields";
import { formatMoney, isZero, plural } from "@kit/money";
import { Loaded } from "@kit/pieces";
import { Link } from "@kit/router";
import { useState } from "preact/hooks";
import { useRoute } from "preact-iso";
import { cancelReturn, changeReturn, getReturn, getReturnOptions } from "../../api/endpoints";
import { links } from "../../api/links";
import type { Return, ReturnOptions } from "../../api/types";
import { ProductLine } from "../../parts/line";
import { ReturnBadge } from "../../parts/order-status";
import { spokenDay } from "./details";
import { AccountPage } from "./layout";
import { DeleteButton, Editable, FormActions, Panel } from "./parts";
import { MethodFields, RefundFields, type Way } from "./return-way";
import { Timeline } from "./tracking";

const REFUNDS = { original: "Back to the original payment", gift_card: "Tidewell gift card" } as const;

/** What differs from the return as it stands, and fits the chosen way back. Pure. */
export function wayChange(ret: Return, way: Way): Parameters<typeof changeReturn>[1] {
  const change: Parameters<typeof changeReturn>[1] = {};
  if (way.method !== ret.method) change.method = way.method;
  if (way.method === "collection" && way.collection_date) change.collection_date = way.collection_date;
  if (way.method === "in_store" && way.store_id) change.store_id = way.store_id;
  if (way.refund_to !== ret.refund_to) change.refund_to = way.refund_to;
  return change;
}

function ChangeForm({ ret, options, close }: { ret: Return; options: ReturnOptions; close: () => void }) {
  const [way, setWay] = useState<Way>({
    method: ret.method,
    collection_date: ret.collection_date ?? "",
    store_id: ret.store_id ?? "",
    refund_to: ret.refund_to,
  });
  const writer = useWriter();
  const save = async (event: Event) => {
    event.preventDefault();
    const done = await writer.run(() => changeReturn(ret.id, wayChange(ret, way)), `Return ${ret.number} changed`);
    if (done) close();
  };
  return (
    <form class="stack" onSubmit={save} noValidate>
      <MethodFields options={options} way={way} onWay={setWay} />
      <RefundFields options={options} way={way} onWay={setWay} />
      <Problem error={writer.error} />
      <FormActions save="Save changes" busy={writer.busy} onCancel={close} />
    </form>
  );
}

function WayPanel({ ret }: { ret: Return }) {
  const options = useReading(ret.can_cancel ? "return-options" : null, getReturnOptions);
  return (
    <Editable
      title="Sending it back"
      icon="truck"
      change={ret.can_cancel ? `Change how return ${ret.number} is sent back` : null}
      view={
        <dl class="facts">
          <dt>Method</dt>
          <dd>{ret.method_text}</dd>
          {ret.collection_date && (
            <>
              <dt>Collection day</dt>
              <dd>{spokenDay(ret.collection_date)}</dd>
            </>
          )}
          <dt>Refund to</dt>
          <dd>{REFUNDS[ret.refund_to]}</dd>
          {ret.comment && (
            <>
              <dt>Your comment</dt>
              <dd>{ret.comment}</dd>
            </>
          )}
        </dl>
      }
      form={(close) => (
        <Loaded reading={options}>{(known) => <ChangeForm ret={ret} options={known} close={close} />}</Loaded>
      )}
    />
  );
}

function Refund({ ret }: { ret: Return }) {
  return (
    <Panel title="Refund" icon="card">
      <dl class="totals">
        {!isZero(ret.fee) && (
          <>
            <dt>Sending back</dt>
            <dd>−{formatMoney(ret.fee)}</dd>
          </>
        )}
        <dt class={isZero(ret.fee) ? "strong" : "grand"}>{ret.status === "refunded" ? "Refunded" : "Refund"}</dt>
        <dd class={isZero(ret.fee) ? "strong" : "grand"}>{formatMoney(ret.refund_amount)}</dd>
      </dl>
    </Panel>
  );
}

function Details({ ret }: { ret: Return }) {
  return (
    <div class="split">
      <div class="stack">
        <Panel title={plural(ret.items.length, "item")} icon="box">
          <div>
            {ret.items.map((item) => (
              <ProductLine key={item.line_id} product={item} title={item.title} end={formatMoney(item.refund)}>
                <p class="muted small">
                  Quantity {item.quantity} · {item.reason_label}
                </p>
              </ProductLine>
            ))}
          </div>
        </Panel>
        <WayPanel ret={ret} />
      </div>
      <div class="stack">
        <Refund ret={ret} />
        <Panel title="What happened so far" icon="clock">
          <Timeline events={ret.events} label="Events of the return, newest first" />
        </Panel>
      </div>
    </div>
  );
}

function CancelButton({ ret }: { ret: Return }) {
  return (
    <DeleteButton
      label="Cancel return"
      name={`Cancel return ${ret.number}`}
      title={`Cancel return ${ret.number}?`}
      text="You keep the items and get no refund. Within the return window you can start again."
      yes="Yes, cancel return"
      said={`Return ${ret.number} is cancelled`}
      job={() => cancelReturn(ret.id)}
    />
  );
}

export function ReturnPage() {
  const id = useRoute().params.id ?? "";
  const reading = useReading(`return:${id}`, () => getReturn(id));
  const ret = reading.data;
  return (
    <AccountPage
      title={ret ? `Return ${ret.number}` : "Return"}
      lead={
        ret && (
          <>
            {ret.status_text}. Requested on {formatDate(ret.created_at)} from order{" "}
            <Link href={links.order(ret.order_id)}>{ret.order_number}</Link>.
          </>
        )
      }
      actions={
        ret && (
          <>
            <ReturnBadge status={ret.status} />
            {ret.can_cancel && <CancelButton ret={ret} />}
          </>
        )
      }
      crumbs={[{ text: "Returns", href: links.returns }]}
    >
      <Loaded reading={reading}>{(found) => <Details ret={found} />}</Loaded>
    </AccountPage>
  );
}
