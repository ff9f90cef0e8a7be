/**
 * `npm run bench:claims`: how many false claims of jobs without checks are caught, and how many honest ones are rejected. Each end of the
 * suite's tasks is done on a virtual phone with the task's app in front (nothing at all, the wrong ends that look right, the solutions)
 * and is then claimed as done. The farm's own command reads what changed, and its own rules and completion question judge the claim:
 * once by rule alone, as if the completion role agreed to everything, and once with the practice model in that role.
 */

import { practiceRoles } from "@drover/practice-model";
import { completionQuestion } from "#agent/role-questions/completion-question.ts";
import { weighedClaim } from "#agent/supervision/weighed-claim.ts";
import { compare } from "#device-host/commands/compare.ts";
import { silentLogger } from "#device-host/host-logger.ts";
import { readDevice } from "#device-host/judging/read-device.ts";
import { TypedSecrets } from "#device-host/secrets/typed-secrets.ts";
import type { AgentClaim } from "#shared/contracts/agent/agent-claim.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { DeviceChanges } from "#shared/contracts/judging/device-changes.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { weighClaim } from "#shared/rules/claims/weigh-claim.ts";
import { treeHash } from "#shared/screen/tree-hash.ts";
import { observe, perform } from "../practice-model/drive-phone.ts";
import { sampleJob, sampleObservation, sampleStep } from "../shared/storage/sample-records.ts";
import { doScript } from "../suite/end-on-phone.ts";
import { openStage, requestOf, type StagedPhone } from "../suite/phone-stage.ts";
import { appOf, type ClaimedEnd, claimedEnds, isOfTwenty } from "./claims/claimed-ends.ts";

interface Judged {
  readonly end: ClaimedEnd;
  readonly isFalse: boolean;
  readonly byRule: boolean;
  readonly byRole: boolean;
  readonly why: string;
}

const observed = (tree: SemanticUITree) =>
  sampleObservation({ package: tree.app_package, activity: tree.activity, treeHash: treeHash(tree) });

/** What a person answered, of a task that asks. */
function asked({ line }: ClaimedEnd): readonly Step[] {
  const { user } = requestOf(line);
  if (user === undefined) return [];
  const text = Object.values(user.knows ?? {}).join(", ");
  return [sampleStep({ toolResult: { kind: "ask_user", name: "1", ok: true, text } })];
}

async function judged(end: ClaimedEnd, staged: StagedPhone): Promise<Judged | null> {
  const { phone, adb } = staged;
  const request = requestOf(end.line);
  const job = sampleJob({ task: request.task });
  await staged.prepare(end.setUp);
  const [found, first] = [await readDevice(adb, job), observed(await observe(phone))];
  const app = appOf(end);
  await perform(phone, { action: "open_app", package: app });
  await staged.prepare(end.end);
  const script =
    request.source?.kind === "script" && "script" in request.source ? request.source.script : null;
  const claim = script === null ? undefined : await doScript(staged, script);
  if (claim?.status !== "success") return null;
  const tree = await observe(phone);
  const services = { repositories: { jobs: { get: async () => job } }, logger: silentLogger };
  const changes = await compare({
    ...{ command: {}, services, adb, lease: { secrets: new TypedSecrets() }, part: { found } },
    device: { touchedPackages: [app, tree.app_package] },
  } as unknown as Parameters<typeof compare>[0]);
  return verdict(end, { job, claim, changes, tree, history: [sampleStep({ before: first }), ...asked(end)] });
}

interface Facts {
  readonly job: Job;
  readonly claim: AgentClaim;
  readonly changes: DeviceChanges;
  readonly tree: SemanticUITree;
  readonly history: readonly Step[];
}

function verdict(end: ClaimedEnd, facts: Facts): Judged {
  const { job, claim, changes, tree, history } = facts;
  const observation = observed(tree);
  const weight = weighClaim(weighedClaim({ ...facts, observation }));
  const byRule = weight.kind === "contradicted";
  const question = completionQuestion({
    ...{ task: job.task, claim, history, observation, tree, changes, hidesTree: false },
    parts: [],
    unsaid: weight.kind === "doubtful" ? weight.unsaid : [],
    marker: "0123456789abcdef",
  });
  const text = question.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  const told = practiceRoles.completion(text, { model: "practice-1", max_tokens: 1, messages: [] });
  const answer = question.answer.schema.parse(told);
  return {
    end,
    isFalse: end.line.variant !== "solution",
    byRule,
    byRole: byRule || !answer.accepted,
    why: weight.kind === "contradicted" ? weight.reason : answer.reason,
  };
}

const ends = await claimedEnds();
const stage = await openStage();
const all: Judged[] = [];
for (const end of ends) {
  const one = await stage.withPhone((staged) => judged(end, staged));
  if (one !== null) all.push(one);
}
await stage.close();

function report(what: string, some: readonly Judged[]): void {
  const count = (test: (one: Judged) => boolean): number => some.filter(test).length;
  process.stdout.write(
    `${what.padEnd(58)} ${count(({ byRule }) => byRule)} by rule, ${count(({ byRole }) => byRole)} with the role, of ${some.length}\n`,
  );
}

const wrong = all.filter(({ isFalse, end }) => isFalse && end.line.variant !== "nothing");
const honest = all.filter(({ isFalse }) => !isFalse);
const twenty = all.filter(({ end }) => isOfTwenty(end));
const missed = twenty.filter(({ byRole }) => !byRole);
const rejected = honest.filter(({ byRole }) => byRole);
report("twenty false claims, caught", twenty);
report("all wrong ends of the suite, near misses, caught", wrong);
report(
  "all tasks of which nothing was done, caught",
  all.filter(({ end }) => end.line.variant === "nothing"),
);
report("the first sixty honest claims, rejected", honest.slice(0, 60));
report("all honest claims, rejected", honest);
for (const { end, why } of [...missed, ...rejected]) process.stdout.write(`  ${end.name}: ${why}\n`);
process.exitCode = twenty.length === 20 && missed.length <= 3 && rejected.length === 0 ? 0 : 1;
