import { formatDate } from "@kit/clock";
import { useReading } from "@kit/data";
import { formatMoney, isZero, plural } from "@kit/money";
import { Loaded } from "@kit/pieces";
import { Link } from "@kit/router";
import { useRoute } from "preact-iso";
import { cancelReturn, getReturn, getReturnOptions } from "../../api/endpoints";
import { links } from "../../api/links";
import type { Return } from "../../api/types";
import { ProductLine } from "../../parts/line";
import { ReturnBadge } from "../../parts/order-status";
import { DeleteButton } from "./asking";
import { spokenDay } from "./details";
import { AccountPage } from "./layout";
import { Editable, Panel } from "./parts";
import { ReturnChangeForm } from "./return-change";
import { Timeline } from "./tracking";

const REFUNDS = { original: "Back to the original payment", gift_card: "Tidewell gift card" } as const;

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
        <Loaded reading={options}>{(known) => <ReturnChangeForm ret={ret} options={known} close={close} />}</Loaded>
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
