import { ProductArt } from "@kit/art/index";
import { Link } from "@kit/router";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { links } from "../api/links";

interface Props {
  product: { icon: string; tone: string; slug: string };
  title: string;
  /** Beside the picture: facts and actions. */
  children?: ComponentChildren;
  /** At the right: the price. */
  end?: ComponentChildren;
  size?: number;
}

/** A product in a list: picture, title as a link, and what the list says about it. */
export function ProductLine({ product, title, children, end, size = 76 }: Props) {
  const id = useId();
  const href = links.product(product.slug);
  return (
    <article class="line" aria-labelledby={id}>
      <a class="thumb" href={href} tabIndex={-1} aria-hidden="true" style={{ "--thumb": `${size}px` }}>
        <ProductArt icon={product.icon} tone={product.tone} />
      </a>
      <div class="grow">
        <h3 id={id}>
          <Link href={href}>{title}</Link>
        </h3>
        {children}
      </div>
      {end && <div>{end}</div>}
    </article>
  );
}
