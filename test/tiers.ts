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
  "test/browser/!(signed-in|bundle-size).test.ts",
  // What synthesises a stack of its own, asks it of a running host, or packs.
  "test/infra/{bundle-config,console-stack,customer-key,device-host-stack,firewall,host-policy,host-user-data,identity-stack,nag,pack-for-hosts,queue-permissions,schedule-permissions,settings}.test.ts",
  // Every task of the suite on a phone, hostile input at every door, the tools of other makers.
  "test/{suite,hostile,clients,faults}/**/*.test.ts",
  "test/simulation/{simulation,scenarios}.test.ts",
  "test/cli/{agent/agent-process,completion,config-file,drover,terminal/output-errors,terminal/watch-parent}.test.ts",
  "test/cli/commands/{farm/engine,results/export,account/login,jobs/open,jobs/run}.test.ts",
  "test/cli/deploy/account-checks.test.ts",
  "test/environments/{episodes,mcp,openenv-validate,seeds}.test.ts",
  "test/examples/{env-clients,github-action-install,recovery-wrappers}.test.ts",
  "test/device-host/{faults,snapshots,recording,secrets,ui-server}/**/*.test.ts",
  "test/device-host/{host-process,job-on-device,session-apps}.test.ts",
  "test/device-host/{actions/pinch,http/host-api,validators/run-validators}.test.ts",
  "test/device-host/adb/{quote,served-device}.test.ts",
  "test/device-host/adb-port/real-adb.test.ts",
  "test/device-host/clean/{any-changes,unreadable-device}.test.ts",
  "test/device-host/{app-errors/app-log,null-device/null-devices}.test.ts",
  "test/device-host/commands/{debug-record,drawn-screen,extensions,interventions,set-up,several-actions,split-screen}.test.ts",
  "test/device-host/{data/job-data,devices/avd-provider,discovery/made-devices,judging/judge,judging/lost-device}.test.ts",
  "test/device-host/lease/{as-it-is,lent-lease,named-device,priority}.test.ts",
  "test/device-host/observe/{observe-screen,text/cloud-on-device,text/text-reader}.test.ts",
  "test/device-host/policy/{address-bar,denied-kinds,job-policy}.test.ts",
  "test/device-host/requests/{look-tools,person-actions,session-calls}.test.ts",
  "test/api/{export-batch,reviews,devices/device-routes,devices/pool-routes,schedules/schedule-routes,jobs/{script-routes,source-routes},batches/submit-batch}.test.ts",
  // Compiles half of the project.
  "test/conformance/where-a-change-goes.test.ts",
  // What needs the tools of `npm run tools`.
  "test/api/openapi-readers.test.ts",
  "test/docker/dockerfiles.test.ts",
  "test/agent/{budget/shared-budgets*,budget/shared-rate-limit,recovery/settings,subtasks/parts,taken-turns/taking-turns,turn/unusable-model}.test.ts",
  "test/batches/items/{batch-left-out,batch-rules}.test.ts",
  "test/functions/runtime/tracing-off.test.ts",
  "test/functions/{call-tool,describe-new-apps,retire-hosts,run-schedule}.test.ts",
  "test/api/webhooks/{webhook-routes,webhooks}.test.ts",
  "test/local/child-part.test.ts",
  "test/local/cloud/{cloud-command,old-queues,service-thread,signed-doors,start-cloud}.test.ts",
  "test/practice-model/{model-command,solves-tasks,tries-many-tasks}.test.ts",
  "packages/practice-model/test/practice/read-goals.test.ts",
  "test/agent/{dialects/any-reply,replies/call-grammar}.test.ts",
  "test/{cli/tasks/expand-tasks,shared/rules/export/formats,shared/rules/export/hostile}.test.ts",
  "test/shared/storage/{forged-items,job-lists,limits/quota-repository}.test.ts",
  "test/state-machines/{batch,beside-the-loop,cancelled-batch,continuation,job-failure,lost-device,model-outage,outside-agent,planning,recovery-in-job,roles,workflow}.test.ts",
  "packages/step-functions/test/definition/{any-json,random-machine}.test.ts",
];

export const packageNames = [
  "aws-local",
  "client",
  "practice-model",
  "step-functions",
  "virtual-android",
] as const;

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
