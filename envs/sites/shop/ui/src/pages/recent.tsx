import { Button } from "@kit/button";
import { formatDate } from "@kit/clock";
import { useReading, useWriter } from "@kit/data";
import { Problem } from "@kit/fields";
import { EmptyState, Loaded } from "@kit/pieces";
import { clearViewed, listRecentlyViewed, removeViewed } from "../api/endpoints";
import type { RecentlyViewed } from "../api/types";
import { ProductLine } from "../parts/line";
import { Price } from "../parts/price";
import { AccountPage } from "./account/layout";

function Item({ viewed }: { viewed: RecentlyViewed }) {
  const writer = useWriter();
  const { product } = viewed;
  return (
    <li>
      <ProductLine
        product={product}
        title={product.title}
        end={<Price price={product.price} before={product.list_price} />}
      >
        <p class="muted small">
          {product.brand}, viewed {formatDate(viewed.viewed_at, "datetime")}
        </p>
        <div class="actions">
          <Button
            kind="quiet"
            size="small"
            disabled={writer.busy}
            aria-label={`Remove ${product.title} from recently viewed`}
            onClick={() => void writer.run(() => removeViewed(viewed.id), `Removed: ${product.title}`)}
          >
            Remove
          </Button>
        </div>
        <Problem error={writer.error} />
      </ProductLine>
    </li>
  );
}

function ClearAll() {
  const writer = useWriter();
  return (
    <div>
      <Button disabled={writer.busy} onClick={() => void writer.run(clearViewed, "Recently viewed was cleared")}>
        Clear all
      </Button>
      <Problem error={writer.error} />
    </div>
  );
}

export function RecentPage() {
  const reading = useReading("recent", listRecentlyViewed);
  const some = (reading.data?.items.length ?? 0) > 0;
  return (
    <AccountPage title="Recently viewed" lead="Only you can see this." actions={some ? <ClearAll /> : undefined}>
      <Loaded reading={reading}>
        {(list) =>
          list.items.length === 0 ? (
            <EmptyState title="Nothing viewed yet" />
          ) : (
            <section class="panel">
              <h2 class="sr-only">Products you viewed</h2>
              <ul>
                {list.items.map((viewed) => (
                  <Item key={viewed.id} viewed={viewed} />
                ))}
              </ul>
            </section>
          )
        }
      </Loaded>
    </AccountPage>
  );
}
