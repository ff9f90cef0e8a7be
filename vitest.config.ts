import { tmpdir } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { SlowFirst } from "./test/slow-first.ts";
import { changedPackages, packageNames, suiteOf, thorough } from "./test/tiers.ts";
import { TimesReporter } from "./test/times/times-reporter.ts";

const jsonReport = process.env.VITEST_JSON_REPORT;

/** The packages of the workspace are tested from their sources, not from what was built last. */
const source = (name: string, file = "index.ts"): string =>
  path.resolve(import.meta.dirname, "packages", name, "src", file);

/** What starts no server, process or browser: `npm run test:unit`. */
const unit = [
  "test/shared/{actions,errors,extensions,rules,screen,text,tracing,values}/**/*.test.ts",
  "test/agent/{dialects,models,policy,prompt,providers,replies,role-board,role-questions,targets,verification}/**/*.test.ts",
  "test/cli/{scan,tasks}/**/*.test.ts",
  "test/conformance/**/*.test.ts",
  "test/cli/{options/parse-check,terminal/terminal}.test.ts",
  "test/device-host/layers.test.ts",
  "test/state-machines/error-names.test.ts",
  "packages/aws-local/test/dynamodb/{conditions,item-store,numbers,projections}.test.ts",
  "packages/aws-local/test/{scheduler/schedule-times,sqs/fair-order}.test.ts",
  "packages/client/test/**/*.test.ts",
  "packages/practice-model/test/{practice/**/*,prompt-cache}.test.ts",
  "packages/step-functions/test/{definition,expression,history}/**/*.test.ts",
  "packages/virtual-android/test/{shell,system,toolkit}/**/*.test.ts",
];

/** Packing, installing and rehearsing a deployment take their time: `npm run test:packed`, `npm run test:deploy`. */
const apart = ["test/packaging/**", "test/deploy/**"];

/** Of the rest, what leaves nothing in modules or process for the next file of its worker. */
const together = [
  "test/shared/{config,contracts,http,storage}/**/*.test.ts",
  "test/practice-model/**/*.test.ts",
  "test/local/cloud/api-gateway/**/*.test.ts",
];

const jsonTo = (outputFile: string): ["json", { outputFile: string }] => ["json", { outputFile }];

const suites = packageNames.map(suiteOf);
const changed = changedPackages();

/** Files share their worker, and our own modules: to start one and to load all packages takes a second a file. */
const sharing = (name: string, include: readonly string[], exclude: readonly string[]) => ({
  extends: true as const,
  test: { name, include: [...include], exclude: ["**/node_modules/**", ...exclude], isolate: false },
});

/** Files share their worker and its packages, and evaluate our own modules anew. */
function fresh(name: string, include: readonly string[], exclude: readonly string[]) {
  const { test, ...rest } = sharing(name, include, exclude);
  return { ...rest, test: { ...test, setupFiles: ["test/fresh-modules.ts"] } };
}

/** What starts farms by the dozen starts them of a Drover that is built once, into the run's folder. */
const builtOnce = ({ test, ...rest }: ReturnType<typeof fresh>) => ({
  ...rest,
  test: { ...test, globalSetup: ["test/run-folder.ts", "test/build-drover.ts"] },
});

export default defineConfig({
  resolve: {
    alias: {
      "@drover/aws-local/loopback-server": source("aws-local", "http/loopback-server.ts"),
      "@drover/aws-local/schedule-times": source("aws-local", "scheduler/schedule-times.ts"),
      "@drover/aws-local": source("aws-local"),
      "@drover/step-functions": source("step-functions"),
      "@drover/practice-model": source("practice-model"),
      "@drover/client": source("client"),
      "@drover/virtual-android": source("virtual-android"),
      "@drover/cli/config": path.resolve(import.meta.dirname, "shared/config/define-config.ts"),
    },
  },
  test: {
    // `npm test` runs those whose names begin with `quick`; `npm run test:all` runs all (test/tiers.ts).
    projects: [
      sharing("quick-unit", unit, thorough),
      sharing("quick-together", together, [...unit, ...thorough]),
      fresh("quick-whole", ["test/**/*.test.ts"], [...unit, ...together, ...thorough, ...apart]),
      sharing("quick-packages", changed.map(suiteOf), unit),
      sharing("packages", suites, [...unit, ...changed.map(suiteOf)]),
      builtOnce(fresh("thorough", thorough, apart)),
    ],
    // Two cores, and more workers: a test waits for other processes, deadlines and pauses, in whole farms for half of its time.
    maxWorkers: process.env.npm_lifecycle_event === "test:all" ? 5 : 3,
    globalSetup: ["test/run-folder.ts"],
    sequence: { sequencer: SlowFirst },
    // Whoever runs the tests may be signed in to a farm of his own.
    env: {
      XDG_CONFIG_HOME: path.join(tmpdir(), "drover-without-profiles"),
      DROVER_API_URL: "",
      DROVER_TOKEN: "",
      // Once a process six seconds, and once is enough: test/infra/nag.test.ts.
      CDK_VALIDATION: "false",
    },
    // The machine may be busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    setupFiles: ["test/times/measure-file.ts"],
    reporters: ["default", new TimesReporter(), ...(jsonReport ? [jsonTo(jsonReport)] : [])],
  },
});
