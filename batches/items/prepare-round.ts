import type { Runtime } from "#agent/runtime/services.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import type { BatchCounts } from "#shared/contracts/batch/batch-counts.ts";
import { batchResultsPrefix, batchRoundKey } from "#shared/contracts/farm/keys.ts";
import type {
  PrepareRoundInput,
  PrepareRoundOutput,
  RoundEntry,
  RoundKind,
} from "#shared/contracts/workflow/batch-run.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { endedIn } from "#shared/rules/batch/item-counts.ts";
import { taskTimeKey } from "#shared/storage/jobs/task-history-repository.ts";
import { defined } from "#shared/values/defined.ts";
import { batchForecast } from "../forecast/batch-forecast.ts";
import { type BatchRunState, noteRunState, readBatch } from "./batch-run-state.ts";
import { reopenFollowers } from "./item-state.ts";
import { jobsAtOnce } from "./jobs-at-once.ts";
import { leaveOutNeedless, leaveRest } from "./leave-out.ts";
import { type IndexedLine, planRound, type RoundPlan } from "./plan-round.ts";
import { pollInterval } from "./poll-interval.ts";
import { type ItemsNow, linesOf, readItems } from "./round-facts.ts";

type RoundRuntime = Runtime<"prepare-round">;

/** Nine events a look, eleven a round: an execution continues as a new one long before it has 25,000. */
const mostLooks = 400;
const mostRounds = 500;
/** So many rounds in a row may do nothing before it is waited between them, and before the execution gives up. */
const vainBeforeWaiting = 3;
const vainBeforeGivingUp = 30;

/** Says what is next for a batch, and writes the manifest of the round when there is something to run. */
export async function prepareRound(
  input: PrepareRoundInput,
  runtime: RoundRuntime,
): Promise<PrepareRoundOutput> {
  await keepExecution(input, runtime);
  const { batch, standing } = await readBatch(input, runtime);
  if (standing.may === "leave") return answer("leave", input, batch, standing.reason);
  if (standing.may === "pause")
    return (await nothingIsLeft(batch, runtime))
      ? answer("finish", input, batch, "")
      : wait(input, batch, standing, runtime);
  return nextRound(input, batch, standing, runtime);
}

async function nextRound(
  input: PrepareRoundInput,
  found: Batch,
  standing: BatchRunState,
  runtime: RoundRuntime,
): Promise<PrepareRoundOutput> {
  const [lines, items, times] = await Promise.all([
    linesOf(found, runtime),
    readItems(input, found, runtime),
    runtime.repositories.taskHistory.taskTimes(input.tenantId),
  ]);
  const batch = input.progress.round === 1 ? await noteQuarantined(found, lines, runtime) : found;
  const { cause } = standing;
  if (cause === undefined) {
    reopenFollowers(lines, items.followers, items.standing);
    await leaveOutNeedless(lines, items, batch, runtime);
  }
  const plan = planRound({
    ...(cause === undefined ? everything(lines, items, batch) : onlyRunning(lines, items)),
    standing: (itemKey) => items.standing.get(itemKey),
    expectedMilliseconds: ({ taskId, variant }) => times.get(taskTimeKey(taskId, variant)),
  });
  if (plan.entries.length === 0) {
    if (cause !== undefined) {
      await leaveRest(lines, items, batch, { ...standing, cause }, runtime);
      return answer("finish", input, batch, standing.reason);
    }
    const reason = `Lines that wait for a variant that is paused: ${plan.waiting}.`;
    return plan.waiting === 0
      ? answer("finish", input, batch, "")
      : wait(input, batch, { may: "pause", reason }, runtime);
  }
  if (input.progress.round === 1) await noteForecast(batch, lines, plan, runtime);
  return begin(input, batch, { plan, items, standing }, runtime);
}

/** Kept with the run, so that forecasts can be compared with what happened. */
async function noteForecast(
  batch: Batch,
  lines: readonly IndexedLine[],
  plan: RoundPlan,
  runtime: RoundRuntime,
): Promise<void> {
  const { tenantId, batchId, run } = batch;
  if (batch.forecast?.run === run) return;
  const chosen = new Set(plan.entries.map(({ itemKey }) => itemKey));
  const forecast = await batchForecast(
    batch,
    lines.filter(({ itemKey }) => chosen.has(itemKey)),
    runtime,
  );
  if (forecast === undefined) return;
  await runtime.repositories.batches.change(tenantId, batchId, (now) =>
    now.run === run ? { forecast } : null,
  );
}

/** As the list is when a run begins: what is put on it later is meant for the next. */
async function noteQuarantined(
  batch: Batch,
  lines: readonly IndexedLine[],
  { repositories }: RoundRuntime,
): Promise<Batch> {
  const { tenantId, batchId } = batch;
  const listed = await repositories.quarantine.list(tenantId);
  const tasks = new Set(lines.map(({ taskId }) => taskId));
  const quarantined = listed.map(({ taskId }) => taskId).filter((taskId) => tasks.has(taskId));
  const isSame = ({ quarantined: before }: Batch): boolean => before.join() === quarantined.join();
  if (isSame(batch)) return batch;
  return (
    (await repositories.batches.change(tenantId, batchId, (now) => (isSame(now) ? null : { quarantined }))) ??
    batch
  );
}

interface Round {
  readonly plan: RoundPlan;
  readonly items: ItemsNow;
  readonly standing: BatchRunState;
}

/** The round that was planned, unless too many did nothing or the execution is long enough. */
async function begin(
  input: PrepareRoundInput,
  batch: Batch,
  { plan, items, standing }: Round,
  runtime: RoundRuntime,
): Promise<PrepareRoundOutput> {
  const { progress } = input;
  const didNothing = progress.round > 1 && progress.looks === 0 && progress.done === items.done;
  const vain = didNothing ? progress.vain + 1 : progress.looks === 0 ? 0 : progress.vain;
  if (vain >= vainBeforeGivingUp)
    throw new DroverError("InternalError", `${vain} rounds of batch ${batch.batchId} did nothing.`);
  const now = { ...input, progress: { ...progress, vain, done: items.done } };
  if (didNothing && vain >= vainBeforeWaiting)
    return wait(
      now,
      batch,
      { may: "pause", reason: `${vain} rounds did nothing; another one starts later.` },
      runtime,
    );
  await noteRunState(batch, standing, runtime);
  if (progress.round > mostRounds) return goOn(now, batch, runtime);
  const kind = plan.kind === "whole" && batch.settings.stopWhen !== undefined ? "epochs" : plan.kind;
  return run(now, batch, { kind, entries: plan.entries }, runtime);
}

const everything = (lines: readonly IndexedLine[], items: ItemsNow, { pausedVariants }: Batch) => ({
  lines,
  pausedVariants,
  heldBack: heldBack(lines, items),
});

/** Of a run that is ended: jobs that a child left behind are waited for, whatever they came after. */
const onlyRunning = (lines: readonly IndexedLine[], { running }: ItemsNow) => ({
  lines: lines
    .filter(({ itemKey }) => running.has(itemKey))
    .map(({ prerequisite: _prerequisite, ...line }) => line),
  pausedVariants: [],
  heldBack: () => false,
});

/** Of a batch with a rule for enough: repetitions that come after those which may run now. */
function heldBack(
  lines: readonly IndexedLine[],
  { standing, enough }: ItemsNow,
): (line: IndexedLine) => boolean {
  const allowed = new Set<IndexedLine>();
  const left = lines.filter(({ itemKey }) => (standing.get(itemKey) ?? "open") === "open");
  for (const some of Map.groupBy(left, ({ taskId, variant }) => taskTimeKey(taskId, variant)).values()) {
    const [first] = some;
    if (first === undefined) continue;
    const inOrder = some.toSorted((a, b) => a.epoch - b.epoch);
    for (const line of inOrder.slice(0, enough.mayRun(first))) allowed.add(line);
  }
  return (line) => (standing.get(line.itemKey) ?? "open") === "open" && !allowed.has(line);
}

async function run(
  input: PrepareRoundInput,
  batch: Batch,
  { kind, entries }: { readonly kind: RoundKind; readonly entries: readonly RoundEntry[] },
  { artifacts, environment, logger }: RoundRuntime,
): Promise<PrepareRoundOutput> {
  const { tenantId, batchId, progress } = input;
  const { round } = progress;
  const key = batchRoundKey(tenantId, batchId, input.run, round);
  const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
  await artifacts.put(key, text, "application/x-ndjson");
  logger.info("round", { batchId, run: input.run, round, kind, items: entries.length });
  return {
    ...answer("run", { ...input, progress: { ...progress, round: round + 1, looks: 0 } }, batch, ""),
    round: {
      kind,
      bucket: environment.DROVER_BUCKET_NAME,
      key,
      resultPrefix: `${batchResultsPrefix(tenantId, batchId)}rounds/${input.run}-${round}`,
      concurrency: kind === "alone" ? 1 : await jobsAtOnce(batch),
      items: entries.length,
    },
  };
}

async function wait(
  input: PrepareRoundInput,
  batch: Batch,
  standing: BatchRunState,
  runtime: RoundRuntime,
): Promise<PrepareRoundOutput> {
  const { progress } = input;
  if (progress.looks >= mostLooks) return goOn(input, batch, runtime);
  await noteRunState(batch, standing, runtime);
  const next = { ...input, progress: { ...progress, looks: progress.looks + 1 } };
  return { ...answer("wait", next, batch, standing.reason), seconds: pollInterval("round", progress.looks) };
}

/** Continues as a new execution with the batch's next run. Idempotent. */
async function goOn(
  input: PrepareRoundInput,
  batch: Batch,
  { repositories }: RoundRuntime,
): Promise<PrepareRoundOutput> {
  const nextRun = input.run + 1;
  const after = await repositories.batches.change(input.tenantId, input.batchId, ({ run }) =>
    // The new execution's token is not known yet; changes meanwhile must not signal this one.
    run === input.run ? { run: nextRun, executionArn: undefined } : null,
  );
  if (after?.run !== nextRun) return answer("leave", input, batch, "Another run continues the batch.");
  return { ...answer("continue", input, batch, ""), nextRun };
}

const answer = (
  route: PrepareRoundOutput["route"],
  { progress }: PrepareRoundInput,
  { revision }: Batch,
  detail: string,
): PrepareRoundOutput => ({
  route,
  progress,
  round: null,
  revision,
  seconds: 0,
  nextRun: null,
  detail: detail.slice(0, 500),
});

async function nothingIsLeft(
  { tenantId, batchId, lineCount, retries }: Batch,
  { repositories }: RoundRuntime,
): Promise<boolean> {
  const { outcomes, skipped } = await repositories.batchItems.counts(tenantId, batchId);
  return retries.length === 0 && endedIn(outcomes) + skipped >= lineCount;
}

/** Which execution runs it and what had been done when it began, and where ResultWriter put what the round before came to. */
async function keepExecution(
  { tenantId, batchId, run, progress, results, executionArn }: PrepareRoundInput,
  { repositories }: RoundRuntime,
): Promise<void> {
  const name = `round-${run}-${progress.round - 1}`;
  const isFirst = progress.round === 1 && progress.looks === 0;
  const done = isFirst ? await repositories.batchItems.counts(tenantId, batchId) : null;
  await repositories.batches.change(tenantId, batchId, (now) => {
    const isNew = now.run === run && now.executionArn !== executionArn;
    const hasResults = results !== null && now.resultKeys[name] !== results;
    const before = now.run === run && done !== null ? beforeRun(now, done) : undefined;
    if (!isNew && !hasResults && before === undefined) return null;
    return {
      ...(isNew ? { executionArn } : {}),
      ...defined({ before }),
      ...(hasResults ? { resultKeys: { ...now.resultKeys, [name]: results } } : {}),
    };
  });
}

/** Undefined when it is known: an execution that continues with a run is no beginning. */
const beforeRun = (
  { startedAt, before }: Batch,
  { attempts, running, steps }: BatchCounts,
): Batch["before"] =>
  startedAt === undefined || before?.startedAt === startedAt
    ? undefined
    : { startedAt, jobs: Math.max(0, attempts - running), steps };
