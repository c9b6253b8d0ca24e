import { Tabs } from "@kit/tabs";
import { useState } from "preact/hooks";
import type { Product } from "../../api/types";
import { Questions } from "./questions";
import { Reviews } from "./reviews";

function Details({ product }: { product: Product }) {
  return (
    <div class="columns">
      <div class="prose stack">
        <h2>About this product</h2>
        <p>{product.description}</p>
        <ul class="chips">
          {product.tags.map((tag) => (
            <li key={tag} class="badge">
              {tag}
            </li>
          ))}
        </ul>
      </div>
      <table class="table spec-table">
        <caption class="sr-only">Specifications</caption>
        <tbody>
          {Object.entries(product.specs).map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">Sent within</th>
            <td>{product.ships_in_days === 1 ? "1 day" : `${product.ships_in_days} days`}</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

export function ProductTabs({ product }: { product: Product }) {
  const [tab, setTab] = useState("details");
  return (
    <section aria-label="More about this product">
      <Tabs
        label="More about this product"
        value={tab}
        onValue={setTab}
        tabs={[
          { id: "details", title: "Details", content: () => <Details product={product} /> },
          { id: "reviews", title: `Reviews (${product.review_count})`, content: () => <Reviews product={product} /> },
          {
            id: "questions",
            title: `Questions (${product.question_count})`,
            content: () => <Questions product={product} />,
          },
        ]}
      />
    </section>
  );
}
