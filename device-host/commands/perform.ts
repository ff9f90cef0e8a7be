import type { SnapshotId } from "#shared/contracts/device/snapshot.ts";
import type { ActionOutcome, Step, StepTimings } from "#shared/contracts/step/step.ts";
import type { PerformAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { defined } from "#shared/values/defined.ts";
import { type CapturedScreen, rememberedOf } from "../observe/captured-screen.ts";
import { endDeniedCall } from "../policy/end-denied-call.ts";
import { type CommandContext, store } from "./command-context.ts";
import { lookForJob } from "./failures/look-for-job.ts";
import { meetFrozenScreen } from "./failures/meet-frozen-screen.ts";
import { jobPolicy } from "./job-policy.ts";
import { type Attempt, deniedAttempt, doubtful, performActions } from "./perform-actions.ts";
import { shownToAgent } from "./shown-to-agent.ts";
import { stepSnapshot } from "./step-snapshot.ts";

/**
 * Acts, then looks, and writes both into the step. What the model can do something about is an answer with `ok: false`.
 * An action whose answer was lost is an answer too when the device can still be looked at: effect `indeterminate`.
 * @throws the infrastructure's errors; the step then says what is known of the effect
 */
export async function perform(context: CommandContext<"perform">): Promise<PerformAnswer> {
  if (context.interrupted) return performUnknown(context);
  const { clock } = context.services;
  const started = clock.monotonic();
  const tried = await performActions(context);
  if (tried.fatal !== undefined) {
    // A permanent failure is stored with its step before the command fails.
    await complete(context, tried, {});
    throw tried.fatal;
  }
  const { attempt, captured } = await lookAfter(context, tried).catch(async (error: unknown) => {
    await complete(context, tried, {});
    throw tried.infrastructure ?? error;
  });
  const { outcome } = attempt;
  const observedAt = clock.monotonic();
  context.part.answered = rememberedOf(captured);
  const timings = {
    ...captured.timings,
    executionMilliseconds: attempt.milliseconds.reduce((sum, one) => sum + one, 0),
    deviceMilliseconds: observedAt - started - captured.timings.ocrMilliseconds,
    uploadMilliseconds: context.part.uploadMilliseconds,
  };
  const { package: inFront } = captured.facts;
  const snapshotId = await stepSnapshot(context, { ok: outcome.ok, inFront });
  const kept = await keep(context, captured, { ...attempt, snapshotId }, timings);
  log(context, attempt);
  return { outcome, ...kept };
}

/** With what is to be said of the actions once the screen after them was seen. */
async function lookAfter(
  context: CommandContext<"perform">,
  attempt: Attempt,
): Promise<{ readonly attempt: Attempt; readonly captured: CapturedScreen }> {
  const { adb, services } = context;
  const seen = await lookForJob(context);
  const denied = await endDeniedCall(seen.facts, await jobPolicy(context), {
    adb,
    clock: services.clock,
  });
  const told = denied === null ? attempt : deniedAttempt(attempt, denied);
  const captured =
    denied === null ? await meetFrozenScreen(seen, attempt.outcome.ok, context) : await lookForJob(context);
  return { attempt: told, captured: await shownToAgent(captured, context) };
}

/** What was typed may be a secret: only its length is said. */
function log(
  { command, services }: CommandContext<"perform">,
  { outcomes, milliseconds, performed }: Attempt,
): void {
  const { jobId, deviceId, stepNumber } = command;
  for (const [index, told] of command.actions.entries()) {
    const { action, ...parameters } = performed[index] ?? told;
    if (typeof parameters.text === "string") parameters.text = `${parameters.text.length} characters`;
    const outcome = outcomes[index];
    const about = { jobId, deviceId, stepNumber, action, parameters, outcome };
    const durationMilliseconds = Math.round(milliseconds[index] ?? 0);
    services.logger.info("action", { ...about, durationMilliseconds });
  }
}

/** A command that was started before this process lived and may have reached the device: only looked after, never repeated. */
async function performUnknown(context: CommandContext<"perform">): Promise<PerformAnswer> {
  const unknown = doubtful("The host restarted while the action ran: it may or may not have happened.");
  const tried = { outcome: unknown, outcomes: [], milliseconds: [], performed: [] };
  const { attempt, captured } = await lookAfter(context, tried);
  const { outcome } = attempt;
  context.part.answered = rememberedOf(captured);
  return { outcome, ...(await keep(context, captured, { outcome }, captured.timings)) };
}

/**
 * Stores the screen and the step's end side by side. Before the token is answered the end is in the table, and each
 * artifact in storage or on this machine's disk; the step then says which of them are pending (docs/faults.md D12).
 */
async function keep(
  context: CommandContext<"perform">,
  captured: CapturedScreen,
  known: Known,
  timings: Partial<StepTimings>,
): Promise<Pick<PerformAnswer, "observation" | "step">> {
  const { jobId, stepNumber, modelPicture } = context.command;
  const { observation, readable, stored } = await store(context, captured, {
    stepNumber,
    modelPicture,
    wentWrong: !known.outcome.ok,
  });
  const [after, step] = await Promise.all([
    readable,
    complete(context, known, { after: observation, timings }),
  ]);
  const said = stored.then((screen) => sayPending(context, screen));
  context.part.screenStored = said.catch((error: unknown) => {
    context.services.logger.error("a screen was not stored", { jobId, stepNumber, error: String(error) });
  });
  if (after.pendingArtifacts !== undefined) await said;
  return { observation: after, ...(step === null ? {} : forVerification(step)) };
}

async function sayPending(
  { command, services }: CommandContext<"perform">,
  after: PerformAnswer["observation"],
): Promise<void> {
  if (after.pendingArtifacts === undefined) return;
  const { tenantId, jobId, stepNumber } = command;
  await services.repositories.steps.sayPending({ tenantId, jobId, stepNumber, after });
}

/** A state's payload has 256 KiB for all that a job is carried on with. */
const mostStepText = 32_000;

function forVerification(stored: Step): Pick<PerformAnswer, "step"> {
  const { actions, outcome, retryOf, expect, interventions } = stored;
  const step = { actions, ...defined({ outcome, retryOf, expect, interventions }) };
  return JSON.stringify(step).length > mostStepText ? {} : { step };
}

/** What is known of what was done. */
interface Known {
  readonly outcome: ActionOutcome;
  readonly outcomes?: readonly ActionOutcome[];
  readonly performed?: Attempt["performed"];
  readonly snapshotId?: SnapshotId | undefined;
}

async function complete(
  { command, services, part }: CommandContext<"perform">,
  { outcome, outcomes, performed = [], snapshotId }: Known,
  seen: { after?: PerformAnswer["observation"]; timings?: Partial<StepTimings> },
): Promise<Step | null> {
  const { tenantId, jobId, stepNumber } = command;
  const touches = part.touches.splice(0);
  const errorId = part.failureId ?? undefined;
  part.failureId = null;
  const performedAt = services.clock.now().toISOString();
  const ended = {
    tenantId,
    jobId,
    stepNumber,
    performedAt,
    outcome,
    ...defined({
      actionOutcomes: outcomes,
      performedActions: performed.length === 0 ? undefined : Array.from(performed, (one) => one ?? null),
      interventions: touches.length === 0 ? undefined : touches,
      snapshotId,
      errorId,
    }),
  };
  return services.repositories.steps.complete({ ...ended, ...seen });
}
