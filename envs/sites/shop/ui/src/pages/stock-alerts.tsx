import { Button } from "@kit/button";
import { formatDate } from "@kit/clock";
import { useReading, useWriter } from "@kit/data";
import { Problem } from "@kit/fields";
import { EmptyState, Loaded } from "@kit/pieces";
import { listStockAlerts, removeStockAlert } from "../api/endpoints";
import type { StockAlert } from "../api/types";
import { ProductLine } from "../parts/line";
import { Price } from "../parts/price";
import { AccountPage } from "./account/layout";

function Alert({ alert }: { alert: StockAlert }) {
  const writer = useWriter();
  const { product, variant } = alert;
  const title = variant ? `${product.title} (${variant.label})` : product.title;
  return (
    <li>
      <ProductLine
        product={product}
        title={title}
        end={<Price price={variant?.price ?? product.price} before={null} />}
      >
        <p class="muted small">Asked for on {formatDate(alert.created_at)}</p>
        <div class="actions">
          <Button
            kind="quiet"
            size="small"
            disabled={writer.busy}
            aria-label={`Remove stock alert for ${title}`}
            onClick={() => void writer.run(() => removeStockAlert(alert.id), `Stock alert removed: ${title}`)}
          >
            Remove alert
          </Button>
        </div>
        <Problem error={writer.error} />
      </ProductLine>
    </li>
  );
}

export function StockAlertsPage() {
  const reading = useReading("stock-alerts", listStockAlerts);
  return (
    <AccountPage title="Stock alerts" lead="We tell you when these can be bought again.">
      <Loaded reading={reading}>
        {(list) =>
          list.items.length === 0 ? (
            <EmptyState title="No stock alerts">
              <p class="muted">On a product that is out of stock, press “Tell me when it is back”.</p>
            </EmptyState>
          ) : (
            <section class="panel">
              <h2 class="sr-only">Products you wait for</h2>
              <ul>
                {list.items.map((alert) => (
                  <Alert key={alert.id} alert={alert} />
                ))}
              </ul>
            </section>
          )
        }
      </Loaded>
    </AccountPage>
  );
}
