import { ProductArt } from "@kit/art/index";
import { useReading } from "@kit/data";

import { Breadcrumbs, Failed } from "@kit/pieces";
import { useRoute } from "preact-iso";
import { getDepartment } from "../api/endpoints";
import { Browse } from "../parts/browse";
import { usePageTitle } from "../site";

export function DepartmentPage() {
  const slug = useRoute().params.slug ?? "";
  const reading = useReading(`department:${slug}`, () => getDepartment(slug));
  const department = reading.data;
  usePageTitle(department?.title);
  if (reading.error && !department) {
    return (
      <div class="page">
        <Failed reading={reading} />
      </div>
    );
  }
  return (
    <div class="page stack">
      <Breadcrumbs crumbs={[{ text: "Home", href: "/" }, { text: department?.title ?? "" }]} />
      <Browse
        key={slug}
        fixed={{ department: slug }}
        heading={() => (
          <div class="row" style={{ "--gap": "16px" }}>
            {department && (
              <span class="thumb" style={{ "--thumb": "64px", borderRadius: "50%" }}>
                <ProductArt icon={department.icon} tone="#3f7f7a" />
              </span>
            )}
            <div>
              <h1>{department?.title ?? "…"}</h1>
              <p class="muted">{department?.blurb}</p>
            </div>
          </div>
        )}
      />
    </div>
  );
}
