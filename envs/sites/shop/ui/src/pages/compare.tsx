import { ProductArt } from "@kit/art/index";
import { useReading } from "@kit/data";
import { EmptyState, Loaded, Stars } from "@kit/pieces";
import { ButtonLink, Link, usePlace } from "@kit/router";
import type { ComponentChildren } from "preact";
import { compareProducts } from "../api/endpoints";
import { links } from "../api/links";
import type { Comparison } from "../api/types";
import { compareHref } from "../parts/compare";
import { Price } from "../parts/price";
import { usePageTitle } from "../site";

type Compared = Comparison["items"][number];

function Row({
  name,
  items,
  cell,
}: {
  name: string;
  items: readonly Compared[];
  cell: (item: Compared) => ComponentChildren;
}) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {items.map((item) => (
        <td key={item.id}>{cell(item)}</td>
      ))}
    </tr>
  );
}

function Table({ comparison, slugs }: { comparison: Comparison; slugs: readonly string[] }) {
  const { items, spec_names } = comparison;
  return (
    <div class="panel" style={{ overflowX: "auto" }}>
      <table class="table compare-table">
        <caption class="sr-only">Products side by side</caption>
        <thead>
          <tr>
            <td />
            {items.map((item) => (
              <th key={item.id} scope="col">
                <span class="thumb" style={{ display: "block", "--thumb": "140px" }}>
                  <ProductArt icon={item.icon} tone={item.tone} />
                </span>
                <Link href={links.product(item.slug)}>{item.title}</Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Row name="Price" items={items} cell={(item) => <Price price={item.price} before={item.list_price} />} />
          <Row name="Rating" items={items} cell={(item) => <Stars value={item.rating} count={item.ratings} />} />
          <Row name="Brand" items={items} cell={(item) => item.brand} />
          <Row name="Availability" items={items} cell={(item) => (item.in_stock ? "In stock" : "Out of stock")} />
          <Row
            name="Returns"
            items={items}
            cell={(item) => (item.return_days ? `${item.return_days} days` : "No returns")}
          />
          {spec_names.map((name, index) => (
            <Row key={name} name={name} items={items} cell={(item) => item.spec_values[index] ?? "–"} />
          ))}
          <Row
            name="Choose"
            items={items}
            cell={(item) => (
              <div class="stack" style={{ "--gap": "6px", alignItems: "flex-start" }}>
                <ButtonLink kind="primary" href={links.product(item.slug)} aria-label={`See ${item.title}`}>
                  See product
                </ButtonLink>
                <ButtonLink
                  href={compareHref(slugs.filter((slug) => slug !== item.slug && slug !== item.id))}
                  aria-label={`Take ${item.title} out of the comparison`}
                >
                  Take out
                </ButtonLink>
              </div>
            )}
          />
        </tbody>
      </table>
    </div>
  );
}

export function ComparePage() {
  usePageTitle("Compare");
  const slugs = usePlace().query.getAll("product");
  const enough = slugs.length >= 2;
  const reading = useReading(enough ? `compare:${slugs.join(",")}` : null, () => compareProducts(slugs));
  return (
    <div class="page stack">
      <h1>Compare products</h1>
      {enough ? (
        <Loaded reading={reading}>{(comparison) => <Table comparison={comparison} slugs={slugs} />}</Loaded>
      ) : (
        <EmptyState title="Choose at least two products">
          <p class="muted">Press “Compare” on two to four products, then open the comparison.</p>
          <ButtonLink kind="primary" href={links.search}>
            Browse products
          </ButtonLink>
        </EmptyState>
      )}
    </div>
  );
}
