import { formatDate } from "@kit/clock";
import { useReading, useWriter } from "@kit/data";
import { Problem, SelectField, TextArea, TextField } from "@kit/fields";
import { Loaded } from "@kit/pieces";
import { ButtonLink, Link, useGo, usePlace } from "@kit/router";
import { useEffect, useState } from "preact/hooks";
import { getOrder, listContactTopics, listOrders, sendMessage } from "../../api/endpoints";
import { links } from "../../api/links";
import type { MessageDraft } from "../../api/types";
import { AccountPage, MESSAGES } from "../account/layout";
import { FormActions } from "../account/parts";

interface Topic {
  id: string;
  label: string;
}

function OrderField({ value, onValue }: { value: string; onValue: (order: string) => void }) {
  const orders = useReading("orders:recent", () => listOrders({}));
  const recent = orders.data?.items ?? [];
  const older = value && orders.data && !recent.some((order) => order.id === value) ? value : null;
  const asked = useReading(older && `order:${older}`, () => getOrder(older ?? ""));
  useEffect(() => {
    if (asked.error) onValue(""); // no order of theirs: what is sent is what the field shows
  }, [asked.error, onValue]);
  const known = [...recent, ...(asked.data ? [asked.data] : [])].map((order) => ({
    value: order.id,
    label: `${order.number}, ${formatDate(order.placed_at, "short")}: ${order.items[0]?.title ?? ""}`,
  }));
  return (
    <SelectField
      class="full"
      label="About an order (optional)"
      name="order_id"
      value={value}
      onValue={onValue}
      options={[{ value: "", label: "No particular order" }, ...known]}
    />
  );
}

function Form({ topics }: { topics: readonly Topic[] }) {
  const { query } = usePlace();
  const [draft, setDraft] = useState<MessageDraft>({
    topic: "",
    subject: "",
    body: "",
    order_id: query.get("order"),
  });
  const writer = useWriter();
  const go = useGo();
  const send = async (event: Event) => {
    event.preventDefault();
    const said = { text: "Message sent. We answer within a working day.", keep: true };
    if (await writer.run(() => sendMessage({ ...draft, order_id: draft.order_id || null }), said)) go(MESSAGES);
  };
  const set = (change: Partial<MessageDraft>) => setDraft((old) => ({ ...old, ...change }));
  return (
    <form class="panel stack narrow" onSubmit={send} noValidate>
      <SelectField
        label="Topic"
        name="topic"
        value={draft.topic}
        onValue={(topic) => set({ topic })}
        options={[
          { value: "", label: "Choose a topic" },
          ...topics.map((one) => ({ value: one.id, label: one.label })),
        ]}
        error={writer.error}
      />
      <OrderField value={draft.order_id ?? ""} onValue={(order) => set({ order_id: order })} />
      <TextField
        label="Subject"
        name="subject"
        value={draft.subject}
        onValue={(subject) => set({ subject })}
        error={writer.error}
      />
      <TextArea
        label="Message"
        name="body"
        rows={7}
        value={draft.body}
        onValue={(body) => set({ body })}
        hint="At least 10 characters"
        error={writer.error}
      />
      <Problem error={writer.error} />
      <FormActions save="Send message" busy={writer.busy} />
    </form>
  );
}

export function ContactPage() {
  const topics = useReading("contact-topics", listContactTopics);
  return (
    <AccountPage
      title="Contact us"
      lead={
        <>
          Many answers are in the <Link href={links.help}>help centre</Link>. To everything else we reply within a
          working day.
        </>
      }
      actions={<ButtonLink href={MESSAGES}>Your messages</ButtonLink>}
      crumbs={[{ text: "Help centre", href: links.help }]}
    >
      <Loaded reading={topics}>{(list) => <Form topics={list.items} />}</Loaded>
    </AccountPage>
  );
}
