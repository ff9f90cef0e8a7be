import { hostAction } from "#shared/agent/actions/action-catalogue.ts";
import type { PerformAnswer } from "#shared/contracts/host-answer.ts";
import type { Observation } from "#shared/contracts/observation.ts";
import type { ActionOutcome, StepTimings } from "#shared/contracts/step.ts";
import { defined } from "#shared/domain/defined.ts";
import type { DroverError } from "#shared/errors/drover-error.ts";
import { unexpected } from "#shared/errors/wire-error.ts";
import { devicePort } from "../actions/device-port.ts";
import { isTransportError } from "../adb/adb-error.ts";
import type { CapturedScreen } from "../observe/captured-screen.ts";
import { checkPolicy } from "../policy/check-policy.ts";
import { jobPolicy } from "../policy/job-policy.ts";
import { lookForJob } from "../policy/look-for-job.ts";
import { checkPlan } from "./check-plan.ts";
import { type CommandContext, store } from "./command-context.ts";

/**
 * Acts, then looks, and writes both into the step. What the model can do something about is an answer with `ok: false`.
 * An action whose answer was lost is an answer too when the device can still be looked at: effect `indeterminate`.
 * @throws the infrastructure's errors; the step then says what is known of the effect
 */
export async function perform(context: CommandContext<"perform">): Promise<PerformAnswer> {
  if (context.interrupted) return performUnknown(context);
  const { clock } = context.services;
  const started = clock.monotonic();
  const attempt = await act(context);
  const executionMilliseconds = clock.monotonic() - started;
  const captured = await lookForJob(context).catch(async (error: unknown) => {
    await complete(context, attempt.outcome, {});
    throw attempt.infrastructure ?? error;
  });
  const observedAt = clock.monotonic();
  context.lease.lookedAt = observedAt;
  const timings = {
    ...captured.timings,
    executionMilliseconds,
    deviceMilliseconds: observedAt - started - captured.timings.ocrMilliseconds,
    uploadMilliseconds: context.lease.uploadMilliseconds,
  };
  const observation = await keep(context, captured, attempt.outcome, timings);
  log(context, attempt.outcome, executionMilliseconds);
  return { outcome: attempt.outcome, observation };
}

/** What was typed may be a secret: only its length is said. */
function log(
  { command, services }: CommandContext<"perform">,
  outcome: ActionOutcome,
  milliseconds: number,
): void {
  const { jobId, deviceId, stepNumber } = command;
  const { action, ...parameters } = command.action;
  if (typeof parameters.text === "string") parameters.text = `${parameters.text.length} characters`;
  const durationMilliseconds = Math.round(milliseconds);
  services.logger.info("action", {
    jobId,
    deviceId,
    stepNumber,
    action,
    parameters,
    durationMilliseconds,
    outcome,
  });
}

/** A command that was begun before this process lived and may have reached the device: only looked after, never repeated. */
async function performUnknown(context: CommandContext<"perform">): Promise<PerformAnswer> {
  const outcome = doubtful("The host restarted while the action ran: it may or may not have happened.");
  const { clock } = context.services;
  const captured = await lookForJob(context);
  context.lease.lookedAt = clock.monotonic();
  const observation = await keep(context, captured, outcome, captured.timings);
  return { outcome, observation };
}

/**
 * Stores the screen and the step's end side by side. Before the token is answered the end is in the table, and each
 * artifact in storage or on this machine's disk; the step then says which of them are pending (docs/faults.md D12).
 */
async function keep(
  context: CommandContext<"perform">,
  captured: CapturedScreen,
  outcome: ActionOutcome,
  timings: Partial<StepTimings>,
): Promise<Observation> {
  const { tenantId, jobId, stepNumber, modelPicture } = context.command;
  const { observation, stored } = store(context, captured, stepNumber, modelPicture);
  const [after] = await Promise.all([stored, complete(context, outcome, { after: observation, timings })]);
  if (after.pendingArtifacts !== undefined) {
    await context.services.repositories.steps.sayPending({ tenantId, jobId, stepNumber, after });
  }
  return after;
}

interface Attempt {
  readonly outcome: ActionOutcome;
  /** Why nobody knows whether it happened. */
  readonly infrastructure?: DroverError;
}

async function act(context: CommandContext<"perform">): Promise<Attempt> {
  const { command, device, services, adb, lease, signal } = context;
  let acted = false;
  const guarded = adb.with({
    guard: () => {
      lease.check();
      if (!acted) services.journal.acting(command.commandId);
      acted = true;
    },
    signal,
  });
  const hosted = hostAction(command.action, services.actions);
  const { definition, parameters } = hosted;
  if (typeof parameters.package === "string") device.touchedPackages.add(parameters.package);
  try {
    const policy = await jobPolicy(context);
    await checkPlan(context, definition.aims(parameters));
    await checkPolicy(hosted, policy, { adb, tree: device.lastScreen?.tree ?? null });
    const screen = device.lastScreen?.screen ?? device.naturalSize;
    const { retries } = await definition.run(parameters, {
      device: devicePort(guarded),
      screen,
      clock: services.clock,
      signal,
      urlSchemes: policy.urls.schemes,
    });
    return { outcome: { ok: true, effect: "done", retries } };
  } catch (thrown) {
    const error = unexpected(thrown);
    if (error.code === "LeaseLost") throw error;
    if (error.audience === "model") {
      return { outcome: { ...failure(error), effect: acted ? "done" : "none" } };
    }
    if (!acted || !isTransportError(error)) {
      // An action that failed for good is said on its step before the command fails.
      await complete(context, { ...failure(error), effect: acted ? "indeterminate" : "none" }, {});
      throw error;
    }
    return { outcome: doubtful(error.message, error.code), infrastructure: error };
  }
}

const failure = (error: DroverError) => ({
  ok: false,
  message: error.message.slice(0, 1_000),
  errorCode: error.code,
  retries: error.code === "TextMismatch" ? 1 : 0,
});

const doubtful = (message: string, errorCode?: string): ActionOutcome => ({
  ok: false,
  effect: "indeterminate",
  message: message.slice(0, 1_000),
  ...defined({ errorCode }),
  retries: 0,
});

async function complete(
  { command, services }: CommandContext<"perform">,
  outcome: ActionOutcome,
  seen: { after?: PerformAnswer["observation"]; timings?: Partial<StepTimings> },
): Promise<void> {
  const { tenantId, jobId, stepNumber } = command;
  const performedAt = services.clock.now().toISOString();
  await services.repositories.steps.complete({ tenantId, jobId, stepNumber, performedAt, outcome, ...seen });
}
