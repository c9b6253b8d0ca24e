import { defineConfig } from "vite";
import { siteConfig } from "../../../kit/ui/vite.site.ts";

export default defineConfig({ ...siteConfig(), server: { proxy: { "/api": "http://127.0.0.1:8080" } } });
