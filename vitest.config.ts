import { tmpdir } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { SlowFirst } from "./test/slow-first.ts";

const jsonReport = process.env.VITEST_JSON_REPORT;

/** The packages of the workspace are tested from their sources, not from what was built last. */
const source = (name: string): string => path.resolve(import.meta.dirname, "packages", name, "src/index.ts");

const everything = ["test/**/*.test.ts", "packages/*/test/**/*.test.ts"];

/** What starts no server, process or browser: `npm run test:unit`. */
const unit = [
  "test/shared/{agent,domain,errors}/**/*.test.ts",
  "test/conformance/**/*.test.ts",
  "test/cli/{parse-check,terminal}.test.ts",
  "test/device-host/layers.test.ts",
  "test/state-machines/error-names.test.ts",
  "packages/step-functions/test/{definition,expression,history}/**/*.test.ts",
  "packages/virtual-android/test/{shell,system,toolkit}/**/*.test.ts",
];

/** Packing, installing and rehearsing a deployment take their time: `npm run test:packed`, `npm run test:deploy`. */
const apart = ["test/packaging/**", "test/deploy/**"];

/** Of the rest, what leaves nothing in modules or process for the next file of its worker. */
const together = [
  "test/shared/{config,contracts,http,storage}/**/*.test.ts",
  "test/local/model/**/*.test.ts",
  "test/local/cloud/{api-gateway,dynamodb,metering,s3,secrets-manager,signature,sqs}/**/*.test.ts",
  "packages/{step-functions,virtual-android}/test/**/*.test.ts",
];

export default defineConfig({
  resolve: {
    alias: {
      "@drover/step-functions": source("step-functions"),
      "@drover/client": source("client"),
      "@drover/virtual-android": source("virtual-android"),
      "drover/config": path.resolve(import.meta.dirname, "shared/config/define-config.ts"),
    },
  },
  test: {
    projects: [
      // Files share their worker: to start one and to load all packages takes a second a file. Those of the first two share our own
      // modules as well.
      { extends: true, test: { name: "unit", include: unit, isolate: false } },
      {
        extends: true,
        test: { name: "together", include: together, exclude: [...unit, ...apart], isolate: false },
      },
      {
        extends: true,
        test: {
          name: "whole",
          include: everything,
          exclude: [...unit, ...together, ...apart],
          isolate: false,
          setupFiles: ["test/fresh-modules.ts"],
        },
      },
    ],
    // Two cores, and one more worker: a third of the time a test waits for another process, a deadline or a pause.
    maxWorkers: 3,
    globalSetup: ["test/memory-folder.ts"],
    sequence: { sequencer: SlowFirst },
    // Whoever runs the tests may be signed in to a farm of his own.
    env: { XDG_CONFIG_HOME: path.join(tmpdir(), "drover-without-profiles") },
    // The machine may be busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    reporters: jsonReport ? ["default", ["json", { outputFile: jsonReport }]] : ["default"],
  },
});
