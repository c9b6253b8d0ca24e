/** Small pieces that pages are put together from. */
import type { ComponentChildren } from "preact";
import { Button } from "./button";
import type { Reading } from "./data";
import { Icon } from "./icons";
import { grouped } from "./money";
import { Link, usePlace, withQuery } from "./router";

export interface Crumb {
  text: string;
  href?: string;
}

export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav class="crumbs" aria-label="Breadcrumb">
      <ol>
        {crumbs.map((crumb) => (
          <li key={crumb.text}>
            {crumb.href ? <Link href={crumb.href}>{crumb.text}</Link> : <span aria-current="page">{crumb.text}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function pageNumbers(page: number, pages: number): number[] {
  const near = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages);
  return [...new Set(near)].sort((a, b) => a - b);
}

/** Links to the pages of a list; the page number stands in the address. */
export function Pagination({ page, pages, label = "Pages" }: { page: number; pages: number; label?: string }) {
  const { path, query } = usePlace();
  if (pages <= 1) return null;
  const to = (one: number) => withQuery(path, query, { page: one === 1 ? null : String(one) });
  const numbers = pageNumbers(page, pages);
  const top = () => window.scrollTo(0, 0);
  return (
    <nav class="pages" aria-label={label}>
      {page > 1 && (
        <Link href={to(page - 1)} onClick={top}>
          Previous page
        </Link>
      )}
      {numbers.map((one, index) => (
        <>
          {index > 0 && one - (numbers[index - 1] ?? one) > 1 && <span class="off">…</span>}
          {one === page ? (
            <span class="here" aria-current="page">
              <span class="sr-only">Page </span>
              {one}
            </span>
          ) : (
            <Link href={to(one)} aria-label={`Page ${one}`} onClick={top}>
              {one}
            </Link>
          )}
        </>
      ))}
      {page < pages && (
        <Link href={to(page + 1)} onClick={top}>
          Next page
        </Link>
      )}
    </nav>
  );
}

export function EmptyState({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export function Skeleton({ lines = 3, height = 18 }: { lines?: number; height?: number }) {
  return (
    <div class="stack" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <div
          key={String(line)}
          class="skeleton"
          style={{ height: `${height}px`, width: `${100 - (line % 3) * 14}%` }}
        />
      ))}
    </div>
  );
}

/** Shows what was read; meanwhile a skeleton, and where it failed the reason with a way to try again. */
export function Loaded<T>(props: {
  reading: Reading<T>;
  skeleton?: ComponentChildren;
  children: (data: T) => ComponentChildren;
}) {
  const { reading } = props;
  if (reading.data !== undefined) {
    return (
      <>
        {reading.error && <Failed reading={reading} />}
        {props.children(reading.data)}
      </>
    );
  }
  if (reading.error) return <Failed reading={reading} />;
  return (
    <div role="progressbar" aria-label="Loading">
      {props.skeleton ?? <Skeleton lines={6} />}
    </div>
  );
}

export function Failed<T>({ reading }: { reading: Reading<T> }) {
  return (
    <div class="problem" role="alert">
      <span>{reading.error?.reason}</span>
      <Button size="small" onClick={reading.again} disabled={reading.busy}>
        Try again
      </Button>
    </div>
  );
}

/** Stars for a mean rating, with the number for those who do not see them. */
/** `plain` leaves the number out, for one person's whole stars. */
export function Stars({ value, count, plain }: { value: number; count?: number | null; plain?: boolean }) {
  const full = Math.round(value);
  const said = `Rated ${plain ? value : value.toFixed(1)} out of 5${count == null ? "" : ` by ${grouped(count)} customers`}`;
  return (
    <span class="rating" role="img" aria-label={said}>
      <span class="stars">
        {[1, 2, 3, 4, 5].map((star) => (
          <Icon key={star} name="star" filled={star <= full} />
        ))}
      </span>
      {!plain && <span>{value.toFixed(1)}</span>}
      {count != null && <span>({grouped(count)})</span>}
    </span>
  );
}

export interface Step {
  key: string;
  title: string;
  done: boolean;
  current: boolean;
}

/** How far along something is. */
export function Steps({ steps, label }: { steps: readonly Step[]; label: string }) {
  return (
    <ol class="steps" aria-label={label}>
      {steps.map((step, index) => (
        <li key={step.key} class={step.done ? "done" : ""} aria-current={step.current ? "step" : undefined}>
          <span class="dot" aria-hidden="true">
            {step.done ? <Icon name="check" /> : index + 1}
          </span>
          {step.title}
          {step.done && <span class="sr-only"> (done)</span>}
        </li>
      ))}
    </ol>
  );
}
