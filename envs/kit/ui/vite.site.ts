import { fileURLToPath } from "node:url";
import type { UserConfig } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What every site's build has in common: one first script, one style sheet, no inline code, hashed names. */
export function siteConfig(): UserConfig {
  return {
    base: "/",
    resolve: {
      alias: { "@kit": here("./src"), "@zag-js/live-region": here("./src/live-region.ts") },
      dedupe: ["preact"],
    },
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    build: {
      outDir: "dist",
      emptyOutDir: true,
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: false,
      reportCompressedSize: true,
      cssCodeSplit: false,
    },
  };
}
