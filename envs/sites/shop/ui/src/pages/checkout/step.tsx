import type { ComponentChildren } from "preact";

export function CheckoutStep({ n, title, children }: { n: number; title: string; children: ComponentChildren }) {
  return (
    <section class="panel checkout-step" aria-label={title}>
      <h2>
        <span class="n" aria-hidden="true">
          {n}
        </span>
        {title}
      </h2>
      <div class="stack">{children}</div>
    </section>
  );
}
