import { defineConfig } from "vitest/config";
import base from "./vitest.config.ts";

const jsonReport = process.env.VITEST_JSON_REPORT;

/** The synthesised templates applied to stand-ins, and jobs on that; and what each bundle weighs. Apart, because it bundles every function. */
export default defineConfig({
  resolve: base.resolve ?? {},
  test: {
    include: ["test/deploy/**/*.test.ts"],
    globalSetup: ["test/run-folder.ts", "test/deploy/make-bundles.ts"],
    env: base.test?.env ?? {},
    maxWorkers: 1,
    testTimeout: 300_000,
    hookTimeout: 180_000,
    reporters: jsonReport ? ["default", ["json", { outputFile: jsonReport }]] : ["default"],
  },
});
