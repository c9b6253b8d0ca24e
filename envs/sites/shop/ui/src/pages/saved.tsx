import { Button } from "@kit/button";
import { useWriter } from "@kit/data";
import { Problem } from "@kit/fields";
import { formatMoney } from "@kit/money";
import { moveToCart, removeSaved } from "../api/endpoints";
import { links } from "../api/links";
import type { SavedLine } from "../api/types";
import { ProductLine } from "../parts/line";

function Line({ line }: { line: SavedLine }) {
  const writer = useWriter();
  const moved = { text: `Moved to cart: ${line.title}`, link: { text: "View cart", href: links.cart } };
  return (
    <li>
      <ProductLine
        product={line.product}
        title={line.title}
        end={<p class="strong num">{formatMoney(line.unit_price)}</p>}
      >
        <p class="muted small">
          {line.product.brand}
          {line.quantity > 1 && `, ${line.quantity} pieces`}
        </p>
        {!line.in_stock && <p class="no-stock small">Out of stock</p>}
        <div class="actions">
          <Button
            size="small"
            disabled={writer.busy || !line.in_stock}
            aria-label={`Move ${line.title} to cart`}
            onClick={() => void writer.run(() => moveToCart(line.id), moved)}
          >
            Move to cart
          </Button>
          <Button
            kind="quiet"
            size="small"
            disabled={writer.busy}
            aria-label={`Delete ${line.title} from saved for later`}
            onClick={() => void writer.run(() => removeSaved(line.id), `No longer saved: ${line.title}`)}
          >
            Delete
          </Button>
        </div>
        <Problem error={writer.error} />
      </ProductLine>
    </li>
  );
}

/** What was put aside from the cart. */
export function Saved({ lines }: { lines: readonly SavedLine[] }) {
  if (lines.length === 0) return null;
  return (
    <section class="panel stack" aria-label="Saved for later">
      <h2>Saved for later ({lines.length})</h2>
      <ul>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
    </section>
  );
}
