import { spawnSync } from "node:child_process";
import path from "node:path";

/**
 * What `npm test` leaves to `npm run test:all`, by its price: farms, browsers and synthesised stacks but for one of each, and the
 * files that take more than about two seconds of processor time (`npm run test:times`). What is not named here runs with both.
 */
export const thorough: readonly string[] = [
  // Whole farms, but for one that takes one job through all its processes.
  "test/e2e/!(whole-job).test.ts",
  // Pages in a browser, but for the one that a person signs in to.
  "test/browser/!(session|bundle-size).test.ts",
  // What synthesises a stack of its own, or asks it of a running host.
  "test/infra/{bundle-config,customer-key,device-host-stack,host-policy,nag}.test.ts",
  // Every task of the suite on a phone, hostile input at every door, the tools of other makers.
  "test/{suite,hostile,clients,faults}/**/*.test.ts",
  "test/cli/{config-file,drover,output-errors}.test.ts",
  "test/device-host/{faults,snapshots,recording,secrets}/**/*.test.ts",
  "test/device-host/{host-process,session-apps}.test.ts",
  "test/device-host/commands/{drawn-screen,split-screen}.test.ts",
  "test/device-host/{clean/any-changes,judging/{judge,lost-device},lease/lent-lease,lease/named-device,policy/job-policy,requests/session-calls}.test.ts",
  "test/functions/api/{export-batch,submit-batch,schedule-routes}.test.ts",
  // What needs the tools of `npm run tools`.
  "test/functions/api/openapi-readers.test.ts",
  "test/docker/dockerfiles.test.ts",
  "test/functions/model-governor/shared-rate-limit.test.ts",
  "test/functions/budget/shared-budgets*.test.ts",
  "test/functions/{call-tool,webhook-routes,webhooks}.test.ts",
  "test/functions/recovery/settings.test.ts",
  "test/local/cloud/{cloud-command,service-thread,start-cloud}.test.ts",
  "test/local/model/{model-command,solves-tasks,tries-many-tasks}.test.ts",
  "test/local/model/practice/read-goals.test.ts",
  "test/shared/agent/dialects/{any-reply,call-grammar}.test.ts",
  "test/shared/domain/export/hostile.test.ts",
  "test/state-machines/{batch,beside-the-loop,cancelled-batch,job-failure,lost-device,model-outage,planning,recovery-in-job,roles,workflow}.test.ts",
];

export const packageNames = ["client", "step-functions", "virtual-android"] as const;

/** A package's suite, of which `npm test` runs what starts nothing, and the rest once the package is changed. */
export const suiteOf = (name: string): string => `packages/${name}/test/**/*.test.ts`;

const git = (...args: readonly string[]) =>
  spawnSync("git", args, { cwd: path.resolve(import.meta.dirname, ".."), encoding: "utf8" });

/** The packages that are other than on the main branch, by themselves or by what is installed: all where git cannot say. */
export function changedPackages(): readonly string[] {
  const main = ["origin/HEAD", "main"].find(
    (ref) => git("rev-parse", "--verify", "--quiet", ref).status === 0,
  );
  const base = git("merge-base", "HEAD", main ?? "HEAD").stdout.trim();
  if (base === "") return packageNames;
  return packageNames.filter((name) => {
    const paths = ["--", `packages/${name}`, "package-lock.json"];
    const added = git("ls-files", "--others", "--exclude-standard", ...paths).stdout;
    return added !== "" || git("diff", "--quiet", base, ...paths).status !== 0;
  });
}
