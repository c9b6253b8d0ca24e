import { fileURLToPath } from "node:url";
import type { UserConfig } from "vite";

/** What every site's build has in common: one script, one style sheet, no inline code, hashed names. */
export function siteConfig(): UserConfig {
  return {
    base: "/",
    resolve: { alias: { "@kit": fileURLToPath(new URL("./src", import.meta.url)) }, dedupe: ["preact"] },
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
