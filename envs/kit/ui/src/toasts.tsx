/** Short messages about what was done, in one live region at the foot of the window. */
import { useEffect, useState } from "preact/hooks";
import { Icon } from "./icons";
import { Link, usePlace } from "./router";

export interface ToastLink {
  text: string;
  href: string;
}

export interface ToastWords {
  text: string;
  link?: ToastLink;
  keep?: boolean;
}

interface Shown extends ToastWords {
  id: number;
}

/** How long a message stays when nobody points at it. */
const STAY_MS = 8000;
const MOST = 3;

let shown: Shown[] = [];
let counter = 0;
let changed: () => void = () => undefined;

function set(next: Shown[]): void {
  shown = next;
  changed();
}

export function toast(words: ToastWords): void {
  set([...shown, { ...words, id: ++counter }].slice(-MOST));
}

function drop(id: number): void {
  set(shown.filter((one) => one.id !== id));
}

/** A page was left: messages that belong to it go, those meant for the next page stay once. */
function pageChanged(): void {
  if (shown.length) set(shown.filter((one) => one.keep).map((one) => ({ ...one, keep: false })));
}

function Message({ message }: { message: Shown }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => drop(message.id), STAY_MS);
    return () => clearTimeout(timer);
  }, [held, message.id]);
  const hold = { onPointerEnter: () => setHeld(true), onPointerLeave: () => setHeld(false) };
  return (
    <div class="toast" {...hold}>
      <span>{message.text}</span>
      {message.link && <Link href={message.link.href}>{message.link.text}</Link>}
      <button type="button" class="icon-btn" aria-label="Dismiss message" onClick={() => drop(message.id)}>
        <Icon name="close" />
      </button>
    </div>
  );
}

export function Toasts() {
  const [, redraw] = useState(0);
  const { path } = usePlace();
  useEffect(() => {
    changed = () => redraw((count) => count + 1);
    return () => {
      changed = () => undefined;
    };
  }, []);
  useEffect(() => pageChanged, [path]);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.map((message) => (
        <Message key={message.id} message={message} />
      ))}
    </div>
  );
}
