/** Searching and browsing: filters at the side, results as a grid. Everything chosen stands in the address. */
import { useReading } from "@kit/data";
import { Checkbox, RadioList } from "@kit/fields";
import { plural } from "@kit/money";
import { EmptyState, Loaded, Pagination } from "@kit/pieces";
import { ButtonLink, Link, useGo, usePlace, withQuery } from "@kit/router";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { searchProducts } from "../api/endpoints";
import { links } from "../api/links";
import type { Facets, FacetValue, ProductSort, SearchQuery, SearchResult } from "../api/types";
import { useDepartments } from "../site";
import { CompareBar } from "./compare";
import { GridSkeleton, ProductGrid } from "./product-card";

const SORTS: readonly { value: ProductSort; label: string }[] = [
  { value: "relevance", label: "Best match" },
  { value: "price-asc", label: "Price, low to high" },
  { value: "price-desc", label: "Price, high to low" },
  { value: "rating", label: "Customer rating" },
  { value: "newest", label: "Newest" },
];

const MANY = ["category", "brand", "tag"] as const;
const SINGLE = ["price", "rating", "stock", "offer", "subscribe"] as const;
const FILTERS = [...MANY, ...SINGLE];

/** The search that an address asks for. Pure. */
export function searchOf(query: URLSearchParams, fixed: SearchQuery): SearchQuery {
  const asked: Record<string, unknown> = {};
  for (const name of ["q", "department", "sort", "page", ...SINGLE]) {
    const value = query.get(name);
    if (value) asked[name] = value;
  }
  for (const name of MANY) {
    const values = query.getAll(name);
    if (values.length) asked[name] = values;
  }
  return { ...(asked as SearchQuery), ...fixed };
}

function useFilters() {
  const { path, query } = usePlace();
  const go = useGo();
  const set = (name: string, values: readonly string[]) => go(withQuery(path, query, { [name]: values, page: null }));
  return { path, query, set };
}

function CheckFacet({ title, name, values }: { title: string; name: string; values: readonly FacetValue[] }) {
  const { query, set } = useFilters();
  const chosen = query.getAll(name);
  if (values.length === 0) return null;
  return (
    <fieldset>
      <legend>{title}</legend>
      {values.map((value) => (
        <Checkbox
          key={value.value}
          name={name}
          label={
            <>
              {value.label} <span class="count">{value.count}</span>
            </>
          }
          checked={chosen.includes(value.value)}
          onChecked={(on) => set(name, on ? [...chosen, value.value] : chosen.filter((one) => one !== value.value))}
        />
      ))}
    </fieldset>
  );
}

function OneFacet({
  title,
  name,
  any,
  values,
}: {
  title: string;
  name: string;
  any: string;
  values: readonly FacetValue[];
}) {
  const { query, set } = useFilters();
  if (values.length === 0) return null;
  const choices = values.map((value) => ({ value: value.value, title: value.label, text: `(${value.count})` }));
  return (
    <RadioList
      legend={title}
      name={name}
      value={query.get(name) ?? ""}
      onValue={(value) => set(name, value ? [value] : [])}
      choices={[{ value: "", title: any }, ...choices]}
    />
  );
}

function DepartmentFacet({ values }: { values: readonly FacetValue[] }) {
  const { path, query } = usePlace();
  const departments = useDepartments();
  const chosen = query.get("department");
  const title = (value: FacetValue) => departments.find((one) => one.slug === value.value)?.title ?? value.label;
  const to = (slug: string | null) => withQuery(path, query, { department: slug, category: null, page: null });
  return (
    <nav class="facet-links" aria-label="Narrow by department">
      <p class="legend">Department</p>
      <ul class="stack" style={{ "--gap": "4px" }}>
        <li>
          <Link href={to(null)} aria-current={chosen ? undefined : "true"}>
            All departments
          </Link>
        </li>
        {values.map((value) => (
          <li key={value.value}>
            <Link href={to(value.value)} aria-current={chosen === value.value ? "true" : undefined}>
              {title(value)} ({value.count})
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Filters({ facets, departments }: { facets: Facets; departments: boolean }) {
  return (
    <aside class="filters" aria-label="Filters">
      {departments && <DepartmentFacet values={facets.department} />}
      <CheckFacet title="Category" name="category" values={facets.category} />
      <OneFacet title="Price" name="price" any="Any price" values={facets.price} />
      <OneFacet title="Customer rating" name="rating" any="Any rating" values={facets.rating} />
      <CheckFacet title="Availability" name="stock" values={facets.stock} />
      <CheckFacet title="Offers" name="offer" values={facets.offer} />
      <CheckFacet title="Brand" name="brand" values={facets.brand} />
      <CheckFacet title="Features" name="tag" values={facets.tag} />
    </aside>
  );
}

function chosenFilters(query: URLSearchParams, facets: Facets): { name: string; value: string; label: string }[] {
  return FILTERS.flatMap((name) =>
    query.getAll(name).map((value) => {
      const known = name === "subscribe" ? [] : facets[name];
      const label = known.find((one) => one.value === value)?.label;
      return { name, value, label: label ?? (name === "subscribe" ? "Can be subscribed to" : value) };
    }),
  );
}

function Chips({ facets }: { facets: Facets }) {
  const { path, query } = usePlace();
  const chosen = chosenFilters(query, facets);
  if (chosen.length === 0) return null;
  const none = Object.fromEntries([...FILTERS, "page"].map((name) => [name, null]));
  return (
    <div class="chips">
      {chosen.map(({ name, value, label }) => (
        <Link
          key={`${name}-${value}`}
          class="chip"
          aria-label={`Remove filter: ${label}`}
          href={withQuery(path, query, { [name]: query.getAll(name).filter((one) => one !== value), page: null })}
        >
          {label} <span aria-hidden="true">×</span>
        </Link>
      ))}
      <Link class="chip" href={withQuery(path, query, none)}>
        Clear all filters
      </Link>
    </div>
  );
}

function SortField({ sort }: { sort: ProductSort }) {
  const { set } = useFilters();
  const id = useId();
  return (
    <div class="sorting">
      <label for={id}>Sort by</label>
      <select id={id} class="input" value={sort} onChange={(event) => set("sort", [event.currentTarget.value])}>
        {SORTS.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    </div>
  );
}

function Results({ result }: { result: SearchResult }) {
  if (result.total === 0) {
    return (
      <EmptyState title="Nothing matches">
        <p class="muted">Try fewer filters or another word.</p>
        <ButtonLink href={links.search}>See everything</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      <ProductGrid products={result.items} />
      <Pagination page={result.page} pages={result.pages} label="Pages of results" />
    </>
  );
}

interface Props {
  /** What the page itself fixes, such as its department. */
  fixed: SearchQuery;
  heading: (result: SearchResult | undefined) => ComponentChildren;
  departments?: boolean;
}

export function Browse({ fixed, heading, departments = false }: Props) {
  const { query } = usePlace();
  const search = searchOf(query, fixed);
  const reading = useReading(`products:${JSON.stringify(search)}`, () => searchProducts(search), { keep: true });
  return (
    <>
      <div class="page-head">
        <div>{heading(reading.data)}</div>
        {reading.data && <SortField sort={reading.data.sort} />}
      </div>
      <Loaded reading={reading} skeleton={<GridSkeleton count={12} />}>
        {(result) => (
          <div class="sidebar-left" aria-busy={reading.busy}>
            <Filters facets={result.facets} departments={departments} />
            <section class="stack" aria-label="Products">
              <h2 class="sr-only">Products</h2>
              <p class="muted small" role="status">
                {plural(result.total, "product")}
                {result.pages > 1 && `, page ${result.page} of ${result.pages}`}
              </p>
              <Chips facets={result.facets} />
              <CompareBar />
              <Results result={result} />
            </section>
          </div>
        )}
      </Loaded>
    </>
  );
}
