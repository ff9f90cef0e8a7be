import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { Recovery } from "#shared/contracts/recovery/recovery.ts";
import type { RecoveryOption } from "#shared/contracts/recovery/recovery-messages.ts";
import type { ActionOutcome } from "#shared/contracts/step/step.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { blocks, obstructionOn } from "#shared/rules/steps/obstruction.ts";
import { checkState } from "#shared/screen/expected-state.ts";
import { type ActorAnswer, actorQuestion } from "../role-questions/actor-question.ts";
import { askAs } from "../role-questions/ask-as.ts";
import type { Runtime } from "../runtime/services.ts";
import type { Acted } from "./acting.ts";
import {
  abort,
  currentOption,
  cutText,
  ended,
  planProgress,
  replan,
  stepDone,
  stepUndoable,
  tryAgain,
  tryFailed,
  used,
} from "./advance.ts";
import { judgeTry, type TryJudgement } from "./judge-try.ts";
import { lookAgain } from "./look-again.ts";
import type { RecoveryPointer, RecoveryState } from "./read-recovery.ts";
import { recoveryPicture } from "./recovery-picture.ts";

export interface Reporting {
  readonly input: RecoveryPointer;
  readonly state: RecoveryState;
  readonly runtime: Runtime<"report-recovery">;
}

/** Looks after an action that shows no effect yet. */
const mostLooks = 2;
/** Of a wait for something that is expected. */
const mostWaitingLooks = 60;

/** The actor's turn after the device's (docs/spec.md E2): whether the step did what it was for, and what follows. */
export async function reportTurn(reporting: Reporting): Promise<Acted> {
  const { state, runtime } = reporting;
  const { recovery, stopped } = state;
  if (stopped !== null) return ended(recovery, stopped.outcome, stopped.reason);
  const { pending } = planProgress(recovery);
  if (pending?.kind === "seek") return soughtOn(reporting);
  const seen = await seenBy(reporting);
  const judgement = judgeTry({
    ...seen,
    option: currentOption(recovery),
    confidenceThreshold: recovery.settings.confidenceThreshold,
  });
  const counted = pending === undefined ? recovery : countPerformed(recovery, state, seen.outcome);
  if (
    judgement.verdict === "waiting" &&
    pending !== undefined &&
    mayLook(recovery, pending.looks, runtime.now())
  )
    return lookAgain(reporting.input, counted);
  if (pending !== undefined) await close(reporting, judgement, seen.changed);
  return conclude(reporting, counted, judgement, seen.before);
}

/** What was to bring the target into view is no try of its own. */
function soughtOn({ state }: Reporting): Acted {
  return { recovery: tryAgain(countScreen(state.recovery, state), {}), next: "act" };
}

interface Seen {
  readonly outcome: ActionOutcome | null;
  readonly before: SemanticUITree | null;
  readonly after: SemanticUITree | null;
  readonly changed: boolean;
}

async function seenBy({ input, state, runtime }: Reporting): Promise<Seen> {
  const { pending } = planProgress(state.recovery);
  const after = state.screen.tree;
  if (pending === undefined) return { outcome: null, before: after, after, changed: false };
  const { tenantId, jobId } = input;
  const [step, before] = await Promise.all([
    runtime.repositories.steps.get(tenantId, jobId, pending.stepNumber),
    runtime.trees(pending.before.treeKey),
  ]);
  const changed = pending.before.treeHash !== state.screen.observation?.treeHash;
  return { outcome: step?.outcome ?? null, before, after, changed };
}

function mayLook(recovery: Recovery, looks: number, now: Date): boolean {
  const { settings } = recovery;
  const { startedAt } = planProgress(recovery);
  const left = settings.stepTimeoutSeconds * 1_000 - (now.getTime() - Date.parse(startedAt));
  const { action, parameters } = currentOption(recovery);
  const waits = action === "wait" && parameters.expected !== undefined;
  const asked = Math.ceil(
    (parameters.seconds ?? settings.stepTimeoutSeconds) / settings.captureIntervalSeconds,
  );
  const most = waits ? Math.min(mostWaitingLooks, asked - 1) : mostLooks;
  return looks < most && left > settings.captureIntervalSeconds * 1_000;
}

const countScreen = (recovery: Recovery, { screen }: RecoveryState): Recovery => {
  const { screenshotKey = null, treeKey = null } = screen.observation ?? {};
  return used(recovery, "screenshot", screenshotKey !== null || treeKey !== null);
};

const countPerformed = (recovery: Recovery, state: RecoveryState, outcome: ActionOutcome | null): Recovery =>
  planProgress(recovery).pending?.looks === 0
    ? countScreen(used(recovery, "executor", outcome?.ok === true), state)
    : countScreen(recovery, state);

/** The job's step says what came of it, as the next turn does for the agent's. */
async function close(
  { input, state, runtime }: Reporting,
  { details }: TryJudgement,
  changed: boolean,
): Promise<void> {
  const { pending } = planProgress(state.recovery);
  if (pending === undefined) return;
  const { tenantId, jobId } = input;
  await runtime.repositories.steps.verify({
    tenantId,
    jobId,
    stepNumber: pending.stepNumber,
    verifiedAt: runtime.now().toISOString(),
    screenChanged: changed,
    feedback: cutText(details, 1_000),
  });
}

async function conclude(
  reporting: Reporting,
  recovery: Recovery,
  judgement: TryJudgement,
  before: SemanticUITree | null,
): Promise<Acted> {
  const { state, runtime } = reporting;
  const told = {
    screenshot: state.screen.observation?.screenshotKey ?? "",
    at: runtime.now().toISOString(),
    details: judgement.details,
  };
  const isDoubt = judgement.verdict === "doubt";
  const option = currentOption(recovery);
  const expected = option.parameters.expected ?? "";
  const said = isDoubt
    ? await askActor(reporting, { step: option, expected, finding: judgement.details, before })
    : null;
  const details = said?.details ?? told.details;
  if (said?.next_action === "abort") return abort(recovery, { ...told, details });
  const suggestions = said?.suggested_alternatives ?? [];
  if (said?.status === "undoable" || said?.next_action === "replan")
    return stepUndoable(recovery, { ...told, details, suggestions });
  // Nobody could be asked: a change that nothing speaks against counts.
  const isDone = judgement.verdict === "success" || said?.status === "success" || (isDoubt && said === null);
  if (!isDone) return tryFailed(recovery, { ...told, details });
  const done = stepDone(recovery, { ...told, details });
  return done.isOver ? planDone(reporting, done.recovery) : { recovery: done.recovery, next: "act" };
}

/** Every step is done: whether that has brought it back (docs/spec.md E1 monitors the plan, not the steps alone). */
async function planDone(reporting: Reporting, recovery: Recovery): Promise<Acted> {
  const { state, runtime } = reporting;
  const { tree, observation } = state.screen;
  const told = { screenshot: observation?.screenshotKey ?? "", at: runtime.now().toISOString() };
  const plan = recovery.plans.at(-1);
  const recovered = ended(recovery, "recovered", `${plan?.rootCause ?? ""} ${plan?.reason ?? ""}`.trim());
  if (tree === null) return recovered;
  const inTheWay = obstructionOn(tree);
  if (blocks(inTheWay))
    return replan(stepsJudged(recovery, false), {
      ...told,
      details: `Every step is done, and this is in the way: ${inTheWay.says}`,
    });
  const expected = expectedIn(recovery) ?? plan?.expected;
  if (expected === undefined) return recovered;
  const { verdict, differences } = checkState(tree, expected, recovery.settings.confidenceThreshold);
  const right: Acted = { ...recovered, recovery: stepsJudged(recovered.recovery, true) };
  if (verdict === "met") return right;
  const finding = differences.join(" ");
  const step = { action: "look", target: "", parameters: {} } as const;
  const said = await askActor(reporting, { step, expected, finding, before: null });
  if (said?.next_action === "abort") return ended(recovery, "aborted", `The actor gave up: ${said.details}`);
  if (said?.status === "success") return right;
  const details = `Every step is done, and it is not as expected. ${said?.details ?? finding}`;
  return replan(stepsJudged(recovery, false), {
    ...told,
    details,
    suggestions: said?.suggested_alternatives ?? [],
  });
}

/** Each step was judged a success, and only now is it known whether that was right: where it was not, the last one was wrong. */
function stepsJudged(recovery: Recovery, wereRight: boolean): Recovery {
  const { steps } = planProgress(recovery);
  return steps.reduce(
    (counted, _, index) => used(counted, "validator", wereRight || index < steps.length - 1),
    recovery,
  );
}

const longestExpected = 200;

/** What whoever raised the exception must find on the screen to continue outranks what the planner thinks of. */
function expectedIn({ context: { expected } }: Recovery): string | undefined {
  return typeof expected === "string" && expected.trim() !== ""
    ? expected.trim().slice(0, longestExpected).toWellFormed()
    : undefined;
}

interface Doubt {
  readonly step: RecoveryOption;
  readonly expected: string;
  readonly finding: string;
  readonly before: SemanticUITree | null;
}

/** Null: it could not be asked, and the rules have to do. */
async function askActor({ input, state, runtime }: Reporting, doubt: Doubt): Promise<ActorAnswer | null> {
  const { job, recovery, screen, marker } = state;
  const plan = recovery.plans.at(-1);
  try {
    const picture = await recoveryPicture("actor", job, screen, runtime);
    const reasoning = plan?.directive ?? plan?.reason ?? "";
    const before = doubt.before === null ? null : { observation: null, tree: doubt.before };
    const asked = {
      ...doubt,
      before,
      exception: recovery.exception,
      reasoning,
      after: screen,
      picture,
      marker,
    };
    const { answer } = await askAs(job, actorQuestion(asked), { stepNumber: input.stepNumber }, runtime);
    return answer;
  } catch (error) {
    if (!(error instanceof DroverError)) throw error;
    runtime.logger.info("the recovery actor could not help", {
      stepNumber: input.stepNumber,
      problem: error.code,
    });
    return null;
  }
}
