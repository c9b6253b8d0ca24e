/** Pages that are rarely first on a visit, by name; all come with one script. */
import { latePages } from "@kit/late-page";

export const late = latePages(() => import("./all"));
