import { defineConfig } from "vitest/config";

const jsonReport = process.env.VITEST_JSON_REPORT;

/** What strangers get: packs, installs into empty folders and runs what was installed. Apart, because it takes its time. */
export default defineConfig({
  test: {
    include: ["test/packaging/**/*.test.ts"],
    globalSetup: ["test/run-folder.ts"],
    maxWorkers: 2,
    testTimeout: 60_000,
    reporters: jsonReport ? ["default", ["json", { outputFile: jsonReport }]] : ["default"],
  },
});
