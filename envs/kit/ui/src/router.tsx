/** Addresses and moving between pages, over preact-iso. */
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { LocationProvider, Route, Router, useLocation } from "preact-iso";

export { LocationProvider, Route, Router };

export interface Place {
  path: string;
  query: URLSearchParams;
}

/** Where the person is: path and query. */
export function usePlace(): Place {
  const { url, path } = useLocation();
  return useMemo(() => ({ path, query: new URL(url, location.origin).searchParams }), [url, path]);
}

/** Opens another page of the site; `replace` leaves no step to go back to. */
export function useGo(): (url: string, replace?: boolean) => void {
  return useLocation().route;
}

export type QueryChange = Record<string, string | readonly string[] | null>;

/** The address with some query values changed; null or an empty value takes one out. Pure. */
export function withQuery(path: string, query: URLSearchParams, change: QueryChange): string {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(change)) {
    next.delete(name);
    for (const one of typeof value === "string" ? [value] : (value ?? [])) {
      if (one) next.append(name, one);
    }
  }
  const text = next.toString();
  return text ? `${path}?${text}` : path;
}

/** Sets the window title of a page. */
export function useTitle(title: string | undefined, site: string): void {
  useEffect(() => {
    document.title = title ? `${title} – ${site}` : site;
  }, [title, site]);
}

interface LinkProps {
  href: string;
  children?: ComponentChildren;
  class?: string;
  "aria-label"?: string;
  "aria-current"?: "page" | "true";
  onClick?: () => void;
}

/** A link to a page of the site. A plain anchor: the location provider handles the click. */
export function Link({ href, children, ...rest }: LinkProps) {
  return (
    <a href={href} {...rest}>
      {children}
    </a>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ class: extra, kind, ...rest }: LinkProps & { kind?: "primary" | "soft" | "quiet" }) {
  const classes = ["btn", kind, extra].filter(Boolean).join(" ");
  return <Link class={classes} {...rest} />;
}
