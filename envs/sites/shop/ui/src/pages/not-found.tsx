import { EmptyState } from "@kit/pieces";
import { ButtonLink } from "@kit/router";
import { links } from "../api/links";
import { usePageTitle } from "../site";

export function NotFoundPage() {
  usePageTitle("Page not found");
  return (
    <div class="page">
      <h1 class="sr-only">Page not found</h1>
      <EmptyState title="There is no page here">
        <p class="muted">The address may be mistyped, or the page has moved.</p>
        <div class="row">
          <ButtonLink kind="primary" href={links.home}>
            Go to the home page
          </ButtonLink>
          <ButtonLink href={links.help}>Help centre</ButtonLink>
        </div>
      </EmptyState>
    </div>
  );
}
