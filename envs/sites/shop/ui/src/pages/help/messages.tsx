import { formatDate } from "@kit/clock";
import { useReading } from "@kit/data";
import { EmptyState, Loaded } from "@kit/pieces";
import { ButtonLink, Link } from "@kit/router";
import { useId } from "preact/hooks";
import { listContactTopics, listMessages } from "../../api/endpoints";
import { links } from "../../api/links";
import type { Message } from "../../api/types";
import { AccountPage } from "../account/layout";

function Card({ message, topic }: { message: Message; topic: string }) {
  const id = useId();
  return (
    <article class="panel stack" aria-labelledby={id} style={{ "--gap": "8px" }}>
      <div class="row between">
        <h2 id={id}>{message.subject}</h2>
        <span class={message.status === "answered" ? "badge good" : "badge"}>
          {message.status === "answered" ? "Answered" : "Sent"}
        </span>
      </div>
      <p class="muted small">
        {topic} · {formatDate(message.created_at, "datetime")}
        {message.order_id && message.order_number && (
          <>
            {" · "}
            <Link href={links.order(message.order_id)}>Order {message.order_number}</Link>
          </>
        )}
      </p>
      <p>{message.body}</p>
      {message.reply && (
        <div class="note">
          <p class="strong small">Tidewell customer care</p>
          <p>{message.reply}</p>
        </div>
      )}
    </article>
  );
}

export function MessagesPage() {
  const reading = useReading("messages", listMessages);
  const topics = useReading("contact-topics", listContactTopics).data?.items ?? [];
  const label = (topic: string) => topics.find((one) => one.id === topic)?.label ?? "";
  return (
    <AccountPage
      title="Messages"
      lead="What you asked us, and what we answered."
      actions={
        <ButtonLink kind="primary" href={links.contact}>
          Write to us
        </ButtonLink>
      }
    >
      <Loaded reading={reading}>
        {(list) =>
          list.items.length === 0 ? (
            <EmptyState title="No messages yet" />
          ) : (
            list.items.map((message) => <Card key={message.id} message={message} topic={label(message.topic)} />)
          )
        }
      </Loaded>
    </AccountPage>
  );
}
