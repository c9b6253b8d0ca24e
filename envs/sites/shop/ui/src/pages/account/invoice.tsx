import { Button } from "@kit/button";
import { formatDate } from "@kit/clock";
import { useReading } from "@kit/data";
import { Icon } from "@kit/icons";
import { formatMoney } from "@kit/money";
import { Breadcrumbs, Loaded } from "@kit/pieces";
import { useRoute } from "preact-iso";
import { getInvoice } from "../../api/endpoints";
import { links } from "../../api/links";
import type { Invoice } from "../../api/types";
import { TotalsList } from "../../parts/totals";
import { usePageTitle } from "../../site";
import "./account.css";

function Side({ title, rows }: { title: string; rows: readonly string[] }) {
  return (
    <div>
      <h2 class="small muted">{title}</h2>
      <address class="address">
        {rows.map((row) => (
          <span key={row} class="own-line">
            {row}
          </span>
        ))}
      </address>
    </div>
  );
}

function Items({ invoice }: { invoice: Invoice }) {
  return (
    <table class="table">
      <caption class="sr-only">Items of the invoice</caption>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col" class="end">
            Quantity
          </th>
          <th scope="col" class="end">
            Price
          </th>
          <th scope="col" class="end">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {invoice.items.map((line) => (
          <tr key={line.line_id}>
            <th scope="row">
              {line.title}
              {line.variant && !line.title.includes(line.variant) && `, ${line.variant}`}
              {line.status === "cancelled" && " (cancelled)"}
            </th>
            <td class="end num">{line.quantity}</td>
            <td class="end num">{formatMoney(line.unit_price)}</td>
            <td class="end num">{formatMoney(line.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Sheet({ invoice }: { invoice: Invoice }) {
  return (
    <article class="panel invoice stack" style={{ "--gap": "24px" }} aria-label={`Invoice ${invoice.invoice_number}`}>
      <div class="row between">
        <h1>Invoice {invoice.invoice_number}</h1>
        <Button class="no-print" onClick={() => window.print()}>
          <Icon name="print" /> Print invoice
        </Button>
      </div>
      <div class="sides">
        <Side title="From" rows={invoice.seller} />
        <Side title="Billed to" rows={invoice.bill_to} />
        <dl class="facts">
          <dt>Order</dt>
          <dd>{invoice.order_number}</dd>
          <dt>Issued</dt>
          <dd>{formatDate(invoice.issued)}</dd>
          <dt>Paid with</dt>
          <dd>{invoice.payment_text}</dd>
        </dl>
      </div>
      <Items invoice={invoice} />
      <TotalsList totals={invoice.totals} />
      <p class="muted small">Prices include VAT at 20%: {formatMoney(invoice.vat)}.</p>
    </article>
  );
}

export function InvoicePage() {
  const id = useRoute().params.id ?? "";
  const reading = useReading(`invoice:${id}`, () => getInvoice(id));
  const order = reading.data?.order_number;
  usePageTitle(reading.data ? `Invoice ${reading.data.invoice_number}` : "Invoice");
  return (
    <div class="page stack">
      <Breadcrumbs
        crumbs={[
          { text: "Home", href: links.home },
          { text: "Orders", href: links.orders },
          { text: order ? `Order ${order}` : "Order", href: links.order(id) },
          { text: "Invoice" },
        ]}
      />
      <Loaded reading={reading}>{(invoice) => <Sheet invoice={invoice} />}</Loaded>
    </div>
  );
}
