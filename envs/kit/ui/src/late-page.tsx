/** Pages that are loaded when they are first opened, so that the first page of a visit has less to read. */
import type { ComponentType } from "preact";
import { lazy } from "preact-iso";
import { asApiError } from "./data";
import { Failed } from "./pieces";

/** The error that a failed read shows. Trying again loads the whole page anew. */
function notLoaded(fault: unknown): ComponentType {
  const reading = { data: undefined, error: asApiError(fault), loading: false, busy: false };
  return () => (
    <div class="page">
      <Failed reading={{ ...reading, again: () => location.reload() }} />
    </div>
  );
}

type PageName<Module> = { [Name in keyof Module]: Module[Name] extends ComponentType ? Name : never }[keyof Module];

/** Makes pages of one module that come together, each by its name: `const late = latePages(() => import("./all"))`. */
export function latePages<Module>(load: () => Promise<Module>) {
  return (name: PageName<Module>): ComponentType =>
    lazy(() =>
      load().then(
        (pages) => ({ default: pages[name] as ComponentType }),
        (fault: unknown) => ({ default: notLoaded(fault) }),
      ),
    );
}
