import { Button } from "@kit/button";
import { useReading, useWriter } from "@kit/data";
import { Problem, TextArea } from "@kit/fields";
import { formatMoney, isZero } from "@kit/money";
import { EmptyState, Loaded } from "@kit/pieces";
import { ButtonLink, useGo } from "@kit/router";
import { useState } from "preact/hooks";
import { useRoute } from "preact-iso";
import { createReturn, getReturnable, getReturnOptions } from "../../api/endpoints";
import { links } from "../../api/links";
import type { Returnable, ReturnDraft, ReturnOptions } from "../../api/types";
import { type ChosenLine, type Estimate, estimate } from "./amounts";
import { AccountPage } from "./layout";
import { ReturnLines } from "./return-lines";
import { RefundChoice, type Way, WayBack } from "./return-way";

type Chosen = Record<string, ChosenLine>;

/** What is sent: only what belongs to the chosen way back. Pure. */
export function draftOf(order: string, chosen: Chosen, way: Way, comment: string): ReturnDraft {
  const items = Object.entries(chosen).map(([line_id, one]) => ({ line_id, ...one }));
  const draft: ReturnDraft = { order_id: order, items, method: way.method, refund_to: way.refund_to };
  if (way.method === "collection" && way.collection_date) draft.collection_date = way.collection_date;
  if (way.method === "in_store" && way.store_id) draft.store_id = way.store_id;
  if (comment.trim()) draft.comment = comment.trim();
  return draft;
}

function Summary({ sum, count, busy }: { sum: Estimate; count: number; busy: boolean }) {
  return (
    <aside class="panel stack summary" aria-label="Your refund">
      <h2>Your refund</h2>
      <dl class="totals">
        <dt>Items</dt>
        <dd>{formatMoney(sum.goods)}</dd>
        <dt>Sending back</dt>
        <dd>{isZero(sum.fee) ? "Free" : `−${formatMoney(sum.fee)}`}</dd>
        <dt class="grand">Estimated refund</dt>
        <dd class="grand">{formatMoney(sum.total)}</dd>
      </dl>
      <p class="muted small">Collection is free when everything in the return is our fault.</p>
      <Button kind="primary" type="submit" wide disabled={busy || count === 0}>
        Request return
      </Button>
      {count === 0 && <p class="muted small">Choose at least one item first.</p>}
    </aside>
  );
}

function Form({ order, options }: { order: Returnable; options: ReturnOptions }) {
  const [chosen, setChosen] = useState<Chosen>({});
  const [way, setWay] = useState<Way>({ method: "drop_off", collection_date: "", store_id: "", refund_to: "original" });
  const [comment, setComment] = useState("");
  const writer = useWriter();
  const go = useGo();
  const needed = options.reasons.some(
    (reason) => reason.comment_required && Object.values(chosen).some((one) => one.reason === reason.id),
  );
  const send = async (event: Event) => {
    event.preventDefault();
    const job = () => createReturn(draftOf(order.id, chosen, way, comment));
    const done = await writer.run(job, { text: "Return requested", keep: true });
    if (done) go(done.id ? links.ret(done.id) : links.returns);
  };
  return (
    <form class="split" onSubmit={send} noValidate>
      <div class="stack">
        <ReturnLines lines={order.items} reasons={options.reasons} chosen={chosen} onChosen={setChosen} />
        <WayBack options={options} way={way} onWay={setWay} step={2} />
        <RefundChoice options={options} way={way} onWay={setWay} step={3} />
        <section class="panel checkout-step" aria-label="Anything else">
          <h2>
            <span class="n">4</span> Anything else?
          </h2>
          <TextArea
            label={needed ? "Tell us a little more (needed for this reason)" : "Comment (optional)"}
            name="comment"
            value={comment}
            onValue={setComment}
            error={writer.error}
          />
        </section>
        <Problem error={writer.error} />
      </div>
      <Summary
        sum={estimate(order.items, chosen, options, way.method)}
        count={Object.keys(chosen).length}
        busy={writer.busy}
      />
    </form>
  );
}

function Nothing({ order }: { order: Returnable }) {
  return (
    <EmptyState title="Nothing in this order can be returned">
      <ul class="stack muted" style={{ "--gap": "4px" }}>
        {order.items.map((line) => (
          <li key={line.line_id}>{line.reason}</li>
        ))}
      </ul>
      <ButtonLink href={links.order(order.id)}>Back to the order</ButtonLink>
    </EmptyState>
  );
}

export function NewReturnPage() {
  const id = useRoute().params.id ?? "";
  const order = useReading(`returnable:${id}`, () => getReturnable(id));
  const options = useReading("return-options", getReturnOptions);
  const number = order.data?.number;
  return (
    <AccountPage
      title={number ? `Return items from ${number}` : "Return items"}
      lead="Choose what you are sending back, how, and where the refund goes."
      crumbs={[
        { text: "Orders", href: links.orders },
        { text: number ? `Order ${number}` : "Order", href: links.order(id) },
      ]}
    >
      <Loaded reading={order}>
        {(found) =>
          found.items.some((line) => line.eligible) ? (
            <Loaded reading={options}>{(known) => <Form order={found} options={known} />}</Loaded>
          ) : (
            <Nothing order={found} />
          )
        }
      </Loaded>
    </AccountPage>
  );
}
