import path from "node:path";
import { defineConfig } from "vite";

const projectRoot = path.resolve(import.meta.dirname, "..");

/** The farm that the page asks while one works on it; built, it asks where it came from. */
const target = process.env.DROVER_API_URL ?? "http://127.0.0.1:1";
const farm = { target, changeOrigin: true, headers: { origin: target } };

// Another NODE_ENV, of a test runner or a shell, would leave a page made for development.
if (process.argv.includes("build")) process.env.NODE_ENV = "production";

/** Builds the page into console/dist, from where the farm serves it and what the package holds. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: {
    conditions: ["@drover/source", "module", "browser"],
    alias: { "#shared": path.join(projectRoot, "shared") },
  },
  oxc: { jsx: { runtime: "automatic" } },
  server: { proxy: { "/v1": farm, "/openapi.json": farm, "/console-config.json": farm } },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    // Its own inline script would be against the page's policy, and every browser of the target knows how.
    modulePreload: { polyfill: false },
    // A picture inside the CSS would be one more thing for the policy to allow.
    assetsInlineLimit: 0,
    rolldownOptions: {
      onLog(level, log, handle) {
        // Libraries mark for servers what runs in browsers alone; here everything does.
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") handle(level, log);
      },
    },
  },
});
