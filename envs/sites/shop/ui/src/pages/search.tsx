import { usePlace } from "@kit/router";
import { Browse } from "../parts/browse";
import { usePageTitle } from "../site";

export function SearchPage() {
  const { query } = usePlace();
  const asked = query.get("q") ?? "";
  usePageTitle(asked ? `Search: ${asked}` : "All products");
  return (
    <div class="page">
      <Browse fixed={{}} departments heading={() => <h1>{asked ? `Results for “${asked}”` : "All products"}</h1>} />
    </div>
  );
}
