import path from "node:path";
import { defineConfig } from "vitest/config";

const jsonReport = process.env.VITEST_JSON_REPORT;

/** The packages of the workspace are tested from their sources, not from what was built last. */
const source = (name: string): string => path.resolve(import.meta.dirname, "packages", name, "src/index.ts");

export default defineConfig({
  resolve: {
    alias: {
      "@drover/step-functions": source("step-functions"),
      "@drover/virtual-android": source("virtual-android"),
    },
  },
  test: {
    include: ["test/**/*.test.ts", "packages/*/test/**/*.test.ts"],
    // Packing and installing takes its time: `npm run test:packed`.
    exclude: ["test/packaging/**"],
    // Two cores: more workers than that only make the real servers in the tests fight for time.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: jsonReport ? ["default", ["json", { outputFile: jsonReport }]] : ["default"],
  },
});
