import { Button } from "@kit/button";
import { formatDate } from "@kit/clock";
import { useReading, useWriter, type Writer } from "@kit/data";
import { Problem } from "@kit/fields";
import { Icon, type IconName } from "@kit/icons";
import { plural } from "@kit/money";
import { EmptyState, Loaded, Pagination } from "@kit/pieces";
import { ButtonLink, Link, usePlace, withQuery } from "@kit/router";
import { useId } from "preact/hooks";
import { deleteNotification, listNotifications, markAllRead, markNotification } from "../../api/endpoints";
import { links } from "../../api/links";
import type { Notification } from "../../api/types";
import { AccountPage } from "./layout";

const KINDS: readonly (readonly [Notification["kind"], string, IconName])[] = [
  ["order", "Orders", "box"],
  ["return", "Returns", "return"],
  ["subscription", "Subscriptions", "repeat"],
  ["stock", "Stock", "clock"],
  ["offer", "Offers", "tag"],
  ["account", "Account", "user"],
];

function Filters() {
  const { path, query } = usePlace();
  const kind = query.get("kind");
  const unread = query.get("unread") === "yes";
  const to = (change: Record<string, string | null>) => withQuery(path, query, { ...change, page: null });
  return (
    <nav class="chips" aria-label="Show notifications">
      <Link class="chip" href={to({ kind: null })} aria-current={kind ? undefined : "true"}>
        All
      </Link>
      {KINDS.map(([value, text]) => (
        <Link key={value} class="chip" href={to({ kind: value })} aria-current={kind === value ? "true" : undefined}>
          {text}
        </Link>
      ))}
      <Link class="chip" href={to({ unread: unread ? null : "yes" })} aria-current={unread ? "true" : undefined}>
        Unread only
      </Link>
    </nav>
  );
}

function Doings({ note, writer }: { note: Notification; writer: Writer }) {
  const mark = () =>
    writer.run(() => markNotification(note.id, !note.read), note.read ? "Marked as unread" : "Marked as read");
  return (
    <div class="row" style={{ "--gap": "2px", alignSelf: "start" }}>
      <Button
        kind="quiet"
        size="small"
        disabled={writer.busy}
        aria-label={`Mark as ${note.read ? "unread" : "read"}: ${note.title}, ${formatDate(note.created_at, "datetime")}`}
        onClick={mark}
      >
        Mark as {note.read ? "unread" : "read"}
      </Button>
      <button
        type="button"
        class="icon-btn"
        disabled={writer.busy}
        aria-label={`Delete: ${note.title}, ${formatDate(note.created_at, "datetime")}`}
        onClick={() => writer.run(() => deleteNotification(note.id), "Notification deleted")}
      >
        <Icon name="bin" />
      </button>
    </div>
  );
}

function Note({ note }: { note: Notification }) {
  const id = useId();
  const writer = useWriter();
  const icon = KINDS.find(([kind]) => kind === note.kind)?.[2] ?? "bell";
  const opened = () => {
    if (!note.read) void writer.run(() => markNotification(note.id, true));
  };
  return (
    <article class={note.read ? "notice" : "notice unread"} aria-labelledby={id}>
      <span class="round">
        <Icon name={icon} />
      </span>
      <div>
        <h2 id={id}>
          {note.href ? (
            <Link href={note.href} onClick={opened}>
              {note.title}
            </Link>
          ) : (
            note.title
          )}
          {!note.read && <span class="sr-only"> (unread)</span>}
        </h2>
        <p>{note.body}</p>
        <p class="muted small">{formatDate(note.created_at, "datetime")}</p>
        <Problem error={writer.error} />
      </div>
      <Doings note={note} writer={writer} />
    </article>
  );
}

function ReadAll({ unread }: { unread: number }) {
  const writer = useWriter();
  return (
    <>
      <Button
        disabled={writer.busy || unread === 0}
        onClick={() => writer.run(markAllRead, "Everything marked as read")}
      >
        Mark all as read
      </Button>
      <Problem error={writer.error} />
    </>
  );
}

export function NotificationsPage() {
  const { query } = usePlace();
  const asked = {
    kind: query.get("kind") ?? "",
    unread: query.get("unread") === "yes",
    page: Number(query.get("page") ?? 1) || 1,
  };
  const key = `notifications:${JSON.stringify(asked)}`;
  const reading = useReading(key, () => listNotifications(asked), { keep: true });
  const unread = reading.data?.unread ?? 0;
  return (
    <AccountPage
      title="Notifications"
      lead={unread > 0 ? `${plural(unread, "notification")} you have not read` : "You have read everything"}
      actions={
        <>
          <ReadAll unread={unread} />
          <ButtonLink href={links.preferences}>Contact preferences</ButtonLink>
        </>
      }
    >
      <Filters />
      <Loaded reading={reading}>
        {(page) =>
          page.items.length === 0 ? (
            <EmptyState title="Nothing here" />
          ) : (
            <>
              <div class="panel list-panel">
                {page.items.map((note) => (
                  <Note key={note.id} note={note} />
                ))}
              </div>
              <Pagination page={page.page} pages={page.pages} label="Pages of notifications" />
            </>
          )
        }
      </Loaded>
    </AccountPage>
  );
}
