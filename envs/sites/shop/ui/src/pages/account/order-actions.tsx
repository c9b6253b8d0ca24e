import { Button } from "@kit/button";
import { useReading, useWriter } from "@kit/data";
import { Problem, SelectField } from "@kit/fields";
import { plural } from "@kit/money";
import { useGo } from "@kit/router";
import { useState } from "preact/hooks";
import { cancelOrder, cancelOrderLine, listCancelReasons, reorder } from "../../api/endpoints";
import { links } from "../../api/links";
import type { Order, OrderLine, Reordered } from "../../api/types";
import { AskedButton } from "./asking";

function useReasons() {
  const reading = useReading("cancel-reasons", listCancelReasons);
  const known = reading.data?.items ?? [];
  return [{ value: "", label: "Choose a reason" }, ...known.map((one) => ({ value: one.id, label: one.label }))];
}

/** Why the order was cancelled, in words. */
export function CancelReason({ reason }: { reason: string }) {
  const label = useReasons().find((one) => one.value === reason)?.label;
  return label ? <p class="muted small">Reason given: {label}</p> : null;
}

export function CancelOrder({ order }: { order: Order }) {
  const writer = useWriter();
  const reasons = useReasons();
  const [reason, setReason] = useState("");
  const cancel = async () =>
    (await writer.run(() => cancelOrder(order.id, reason), `Order ${order.number} is cancelled`)) !== undefined;
  return (
    <AskedButton
      kind="danger"
      label="Cancel order"
      name={`Cancel order ${order.number}`}
      title={`Cancel order ${order.number}?`}
      yes="Yes, cancel order"
      no="Keep the order"
      busy={writer.busy}
      error={writer.error}
      onOpen={writer.clear}
      onYes={cancel}
    >
      <p>Nothing will be sent, and what you paid goes back to where it came from.</p>
      <SelectField
        label="Why are you cancelling?"
        name="reason"
        value={reason}
        onValue={setReason}
        options={reasons}
        error={writer.error}
      />
    </AskedButton>
  );
}

export function CancelLine({ order, line }: { order: Order; line: OrderLine }) {
  const writer = useWriter();
  const reasons = useReasons();
  const [reason, setReason] = useState("");
  const said = `Cancelled: ${line.title}`;
  const cancel = async () =>
    (await writer.run(() => cancelOrderLine(order.id, line.line_id, reason), said)) !== undefined;
  return (
    <AskedButton
      kind="quiet"
      size="small"
      label="Cancel item"
      name={`Cancel item ${line.title}`}
      title="Cancel this item?"
      yes="Yes, cancel item"
      no="Keep the item"
      busy={writer.busy}
      error={writer.error}
      onOpen={writer.clear}
      onYes={cancel}
    >
      <p>{line.title} will not be sent. The rest of the order stays as it is.</p>
      <SelectField
        label="Why are you cancelling?"
        name="reason"
        value={reason}
        onValue={setReason}
        options={reasons}
        error={writer.error}
      />
    </AskedButton>
  );
}

/** What was put into the cart, and what was not and why. Pure. */
export function reorderWords(answer: Partial<Reordered>): string {
  const added = answer.added?.length ?? 0;
  const skipped = (answer.skipped ?? []).map((one) => `${one.title}: ${one.reason}`);
  if (!answer.added) return "Your items are being added to the cart";
  return [`${plural(added, "item")} added to your cart.`, ...skipped].join(" ");
}

export function Reorder({ order }: { order: Order }) {
  const writer = useWriter();
  const go = useGo();
  const again = async () => {
    const done = await writer.run(
      () => reorder(order.id),
      (answer) => ({ text: reorderWords(answer), keep: true }),
    );
    if (done) go(links.cart);
  };
  return (
    <>
      <Button onClick={again} disabled={writer.busy} aria-label={`Order everything in ${order.number} again`}>
        Order again
      </Button>
      <Problem error={writer.error} />
    </>
  );
}
