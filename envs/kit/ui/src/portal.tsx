import { type ComponentChildren, Fragment, h } from "preact";
import { createPortal } from "preact/compat";

/** Draws its children at the end of the document, above the page. (@zag-js/preact's own asks for a global React.) */
export function Portal({ children }: { children: ComponentChildren }) {
  return createPortal(h(Fragment, null, children), document.body);
}
