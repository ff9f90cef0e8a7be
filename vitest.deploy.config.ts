import { defineConfig } from "vitest/config";
import base from "./vitest.config.ts";

const jsonReport = process.env.VITEST_JSON_REPORT;

/** The synthesised templates applied to stand-ins, and jobs on that. Apart, because it bundles every function. */
export default defineConfig({
  resolve: base.resolve ?? {},
  test: {
    include: ["test/deploy/**/*.test.ts"],
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    reporters: jsonReport ? ["default", ["json", { outputFile: jsonReport }]] : ["default"],
  },
});
