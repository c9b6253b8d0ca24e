import { useReading } from "@kit/data";
import { EmptyState, Loaded } from "@kit/pieces";
import { Link, usePlace } from "@kit/router";
import { listDeals } from "../api/endpoints";
import { links } from "../api/links";
import { CompareBar } from "../parts/compare";
import { GridSkeleton, ProductGrid } from "../parts/product-card";
import { useDepartments, usePageTitle } from "../site";

export function DealsPage() {
  usePageTitle("Deals");
  const department = usePlace().query.get("department") ?? "";
  const departments = useDepartments();
  const reading = useReading(`deals:${department}`, () => listDeals(department || undefined), { keep: true });
  return (
    <div class="page stack">
      <div>
        <h1>Deals</h1>
        <p class="muted">Everything with an earlier, higher price. Biggest saving first.</p>
      </div>
      <nav class="chips" aria-label="Deals by department">
        <Link class="chip" href={links.deals} aria-current={department ? undefined : "page"}>
          All departments
        </Link>
        {departments.map((one) => (
          <Link
            key={one.id}
            class="chip"
            href={`${links.deals}?department=${one.slug}`}
            aria-current={department === one.slug ? "page" : undefined}
          >
            {one.title}
          </Link>
        ))}
      </nav>
      <h2 class="sr-only">Products on offer</h2>
      <CompareBar />
      <Loaded reading={reading} skeleton={<GridSkeleton />}>
        {(deals) =>
          deals.items.length ? (
            <ProductGrid products={deals.items} />
          ) : (
            <EmptyState title="No deals here at the moment" />
          )
        }
      </Loaded>
    </div>
  );
}
