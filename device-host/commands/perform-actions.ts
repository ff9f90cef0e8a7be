import { hostAction } from "#shared/actions/action-catalogue.ts";
import type { ActionOutcome } from "#shared/contracts/step/step.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import type { DroverError } from "#shared/errors/drover-error.ts";
import { unexpected } from "#shared/errors/wire-error.ts";
import { defined } from "#shared/values/defined.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { isTransportError } from "../adb/adb-error.ts";
import { checkPolicy } from "../policy/check-policy.ts";
import type { TypedSecrets } from "../secrets/typed-secrets.ts";
import { planCheck } from "./check-plan.ts";
import type { CommandContext } from "./command-context.ts";
import { doAction, placeOfAction } from "./do-action.ts";
import { jobPolicy } from "./job-policy.ts";
import { turnOutcome } from "./turn-outcome.ts";

export interface Attempt {
  /** Of each action that was sent. */
  readonly outcomes: readonly ActionOutcome[];
  /** Of all of them. */
  readonly outcome: ActionOutcome;
  /** Of each action that was tried, without the looks between them. */
  readonly milliseconds: readonly number[];
  /** What was done in place of the action of that number; empty where the action itself was. */
  readonly performed: readonly StoredAction[];
  /** Why nobody knows whether the last one happened. */
  readonly infrastructure?: DroverError;
  /** Why the command fails. */
  readonly fatal?: DroverError;
}

type One = Pick<Attempt, "outcome" | "infrastructure" | "fatal">;

/**
 * Does the command's actions in order, up to the first that goes wrong. Before each later one the screen must still be the
 * one that all of them were planned on.
 * @throws LeaseLost, and SchemaMismatch before anything is done
 */
export async function performActions(context: CommandContext<"perform">): Promise<Attempt> {
  const { command, services } = context;
  const hosted = command.actions.map((action) => hostAction(action, services.actions));
  const check = planCheck(context);
  const device = markedDevice(context);
  const outcomes: ActionOutcome[] = [];
  const milliseconds: number[] = [];
  const performed: StoredAction[] = [];
  let last: One = { outcome: { ok: true, effect: "none", retries: 0 } };
  for (const [index, action] of hosted.entries()) {
    device.acted = false;
    milliseconds[index] = 0;
    last = await guardedOutcome(device, context.lease.secrets, async () => {
      const policy = await jobPolicy(context);
      const aim = action.definition.aims(action.parameters);
      await (index === 0 ? check.first(aim) : check.later(aim));
      await checkPolicy(action, policy, placeOfAction(context));
      const started = services.clock.monotonic();
      context.lease.recorder?.acted(command.jobId, command.stepNumber);
      try {
        return await doAction(action, device.adb, policy, context, (other) => {
          performed[index] = other;
        });
      } finally {
        milliseconds[index] = services.clock.monotonic() - started;
      }
    });
    outcomes.push(last.outcome);
    if (!last.outcome.ok) break;
  }
  const told = turnOutcome(outcomes, hosted);
  return { ...last, ...told, milliseconds, performed };
}

interface MarkedDevice {
  readonly adb: AdbDevice;
  /** Something was sent to the device since this was last set back. */
  acted: boolean;
}

/** The device as the lease may use it; the command's first write is recorded in the journal. */
function markedDevice({ command, services, adb, lease, signal }: CommandContext<"perform">): MarkedDevice {
  let marked = false;
  const guard = (): void => {
    lease.check();
    if (!marked) {
      const { commandId, jobId, deviceId, stepNumber } = command;
      services.journal.acting(commandId);
      services.logger.debug("acting", { jobId, deviceId, stepNumber });
    }
    marked = true;
    device.acted = true;
  };
  const device: MarkedDevice = { adb: adb.with({ guard, signal }), acted: false };
  return device;
}

/** How one action ended: what the model can mend is an outcome, and so is an answer that was lost on the way. */
async function guardedOutcome(
  device: MarkedDevice,
  secrets: TypedSecrets,
  run: () => Promise<ActionOutcome>,
): Promise<One> {
  try {
    return { outcome: await run() };
  } catch (thrown) {
    const error = secrets.error(unexpected(thrown));
    const { acted } = device;
    if (error.code === "LeaseLost") throw error;
    if (error.audience === "model")
      return { outcome: { ...failure(error), effect: acted ? "done" : "none" } };
    if (acted && isTransportError(error)) {
      return { outcome: doubtful(error.message, error.code), infrastructure: error };
    }
    return { outcome: { ...failure(error), effect: acted ? "indeterminate" : "none" }, fatal: error };
  }
}

const failure = (error: DroverError) => ({
  ok: false,
  message: error.message.slice(0, 1_000),
  errorCode: error.code,
  retries: error.code === "TextMismatch" ? 1 : 0,
});

/** The last action that was done did what the policy forbids, and the host undid it. */
export function deniedAttempt(attempt: Attempt, error: DroverError): Attempt {
  const outcome: ActionOutcome = { ...failure(error), effect: "done" };
  const last = attempt.outcomes.findLastIndex(({ ok }) => ok);
  return {
    ...attempt,
    outcome,
    outcomes: attempt.outcomes.map((one, index) => (index === last ? outcome : one)),
  };
}

export const doubtful = (message: string, errorCode?: string): ActionOutcome => ({
  ok: false,
  effect: "indeterminate",
  message: message.slice(0, 1_000),
  ...defined({ errorCode }),
  retries: 0,
});
