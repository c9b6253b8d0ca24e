import { formatDate } from "@kit/clock";
import { useReading } from "@kit/data";
import { EmptyState, Loaded, Steps } from "@kit/pieces";
import { ButtonLink } from "@kit/router";
import { useRoute } from "preact-iso";
import { getTracking } from "../../api/endpoints";
import { links } from "../../api/links";
import type { Tracking, TrackingEvent } from "../../api/types";
import { StatusBadge } from "../../parts/order-status";
import { spokenDay } from "./details";
import { AccountPage } from "./layout";
import { Panel } from "./parts";

/** What happened to a parcel, newest first. */
export function Timeline({ events, label }: { events: readonly TrackingEvent[]; label: string }) {
  return (
    <ol class="timeline" aria-label={label}>
      {events.map((event) => (
        <li key={event.id}>
          <span class="strong own-line">{event.text}</span>
          <span class="muted small">{[formatDate(event.at, "datetime"), event.place].filter(Boolean).join(" · ")}</span>
        </li>
      ))}
    </ol>
  );
}

function Facts({ tracking }: { tracking: Tracking }) {
  return (
    <Panel title="Parcel" icon="truck">
      <dl class="facts">
        <dt>{tracking.status === "delivered" ? "Planned for" : "Expected"}</dt>
        <dd>{spokenDay(tracking.delivery_date)}</dd>
        <dt>Carrier</dt>
        <dd>{tracking.carrier ?? "Not handed over yet"}</dd>
        {tracking.tracking_number && (
          <>
            <dt>Tracking number</dt>
            <dd class="num">{tracking.tracking_number}</dd>
          </>
        )}
      </dl>
    </Panel>
  );
}

function Found({ tracking }: { tracking: Tracking }) {
  return (
    <>
      <section class="panel stack" aria-label="Progress" style={{ "--gap": "12px" }}>
        <div class="row between">
          <h2>{tracking.status_text}</h2>
          <StatusBadge status={tracking.status} />
        </div>
        <Steps steps={tracking.steps} label="Progress of the order" />
      </section>
      <div class="split">
        {tracking.items.length > 0 ? (
          <Panel title="What happened so far" icon="clock">
            <Timeline events={tracking.items} label="Events of the parcel, newest first" />
          </Panel>
        ) : (
          <EmptyState title="Nothing to report yet" />
        )}
        <Facts tracking={tracking} />
      </div>
    </>
  );
}

export function TrackingPage() {
  const id = useRoute().params.id ?? "";
  const reading = useReading(`tracking:${id}`, () => getTracking(id));
  const number = reading.data?.number;
  return (
    <AccountPage
      title={number ? `Track order ${number}` : "Track order"}
      crumbs={[
        { text: "Orders", href: links.orders },
        { text: number ? `Order ${number}` : "Order", href: links.order(id) },
      ]}
      actions={<ButtonLink href={links.order(id)}>Order details</ButtonLink>}
    >
      <Loaded reading={reading}>{(tracking) => <Found tracking={tracking} />}</Loaded>
    </AccountPage>
  );
}
