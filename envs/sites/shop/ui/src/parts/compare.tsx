/** Which products the person has put aside to compare: up to four, kept while the window is open. */
import { Button } from "@kit/button";
import { ButtonLink } from "@kit/router";
import { useEffect, useState } from "preact/hooks";
import { links } from "../api/links";

const MOST = 4;
const listeners = new Set<() => void>();
let chosen: readonly string[] = [];

function set(next: readonly string[]): void {
  chosen = next;
  for (const listener of listeners) listener();
}

export function compareHref(slugs: readonly string[]): string {
  return `${links.compare}?${slugs.map((slug) => `product=${encodeURIComponent(slug)}`).join("&")}`;
}

export function useCompared() {
  const [, redraw] = useState(0);
  useEffect(() => {
    const listener = () => redraw((count) => count + 1);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
  return {
    slugs: chosen,
    full: chosen.length >= MOST,
    toggle: (slug: string) =>
      set(chosen.includes(slug) ? chosen.filter((one) => one !== slug) : [...chosen, slug].slice(-MOST)),
    clear: () => set([]),
  };
}

export function CompareBar() {
  const { slugs, clear } = useCompared();
  if (slugs.length === 0) return null;
  return (
    <div class="row note compare-bar" style={{ "--gap": "8px" }}>
      <span class="grow">
        {slugs.length === 1 ? "1 product put aside to compare" : `${slugs.length} products to compare`}
      </span>
      {slugs.length > 1 && (
        <ButtonLink kind="primary" href={compareHref(slugs)}>
          Compare {slugs.length} products
        </ButtonLink>
      )}
      <Button kind="quiet" onClick={clear}>
        Clear comparison
      </Button>
    </div>
  );
}
