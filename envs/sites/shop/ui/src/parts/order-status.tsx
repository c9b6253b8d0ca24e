import type { OrderStatus, ReturnStatus, Subscription } from "../api/types";

type Tint = "good" | "warn" | "bad" | "accent" | "";

const ORDER: Record<OrderStatus, readonly [string, Tint]> = {
  placed: ["Placed", "accent"],
  packed: ["Packed", "accent"],
  delayed: ["Delayed", "warn"],
  dispatched: ["Dispatched", "accent"],
  out_for_delivery: ["Out for delivery", "accent"],
  delivered: ["Delivered", "good"],
  cancelled: ["Cancelled", "bad"],
};

const RETURN: Record<ReturnStatus, readonly [string, Tint]> = {
  requested: ["Requested", "accent"],
  in_transit: ["On its way back", "accent"],
  received: ["Received", "accent"],
  refunded: ["Refunded", "good"],
  cancelled: ["Cancelled", "bad"],
};

const SUBSCRIPTION: Record<Subscription["status"], readonly [string, Tint]> = {
  active: ["Active", "good"],
  paused: ["Paused", "warn"],
  cancelled: ["Cancelled", "bad"],
};

function Badge({ known, status }: { known: readonly [string, Tint] | undefined; status: string }) {
  const [text, tint] = known ?? [status, ""];
  return <span class={`badge ${tint}`}>{text}</span>;
}

export const StatusBadge = ({ status }: { status: OrderStatus }) => <Badge known={ORDER[status]} status={status} />;
export const ReturnBadge = ({ status }: { status: ReturnStatus }) => <Badge known={RETURN[status]} status={status} />;
export const SubscriptionBadge = ({ status }: { status: Subscription["status"] }) => (
  <Badge known={SUBSCRIPTION[status]} status={status} />
);

export const ORDER_STATUSES = Object.entries(ORDER).map(([value, [label]]) => ({ value, label }));
