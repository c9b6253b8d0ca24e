import { defineConfig } from "vitest/config";
import { siteConfig } from "./envs/kit/ui/vite.site.ts";

export default defineConfig({
  ...siteConfig(),
  test: {
    environment: "happy-dom",
    include: ["envs/kit/ui/**/*.test.{ts,tsx}", "envs/sites/*/ui/**/*.test.{ts,tsx}"],
    restoreMocks: true,
  },
});
