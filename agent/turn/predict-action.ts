import type { PredictActionInput, PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { isForeign } from "#shared/rules/agent-kind.ts";
import { forfeitAhead } from "../budget/settlement.ts";
import type { Runtime, Services } from "../runtime/services.ts";
import { readTurn, type TurnState } from "../turn-state/read-turn.ts";
import type { TurnOutcome } from "../turn-state/turn-outcome.ts";
import { awaitChecks } from "./await-checks.ts";
import { completeTurn } from "./complete-turn.ts";
import { approval } from "./rules/approval.ts";
import { budget } from "./rules/budget.ts";
import { byRule } from "./rules/by-rule.ts";
import { cancelled } from "./rules/cancelled.ts";
import { continueAsNew } from "./rules/continue-as-new.ts";
import { earlierClaim } from "./rules/earlier-claim.ts";
import { loopEndRule } from "./rules/loop-end.ts";
import { modelRule } from "./rules/model.ts";
import { modelWait } from "./rules/model-wait.ts";
import { pause } from "./rules/pause.ts";
import { settledWaits } from "./rules/settled-waits.ts";
import { storedStep } from "./rules/stored-step.ts";
import { type AgentTurn, forJobs, type TurnRule } from "./turn-rule.ts";

/** The rules of a turn, in order: the first rule that applies decides. */
const rules: readonly TurnRule[] = [
  // A new answer of a person, a message of another role, or the end of a pause.
  settledWaits,
  // The job was cancelled.
  cancelled,
  // A role waits until all roles have their devices, and ends when another role can no longer do its part.
  forJobs(
    (job) => job.roleOf !== undefined,
    async () => (await import("./rules/other-roles.ts")).otherRoles,
  ),
  // An earlier invocation of this turn stored its step.
  storedStep,
  // The previous step claims that the task is done or not possible.
  earlierClaim,
  pause,
  // A person's approval of the proposed step.
  approval,
  // Limits, loops, and the recovery that is due before them.
  loopEndRule,
  forJobs(
    (job) => job.recovery !== undefined,
    async () => (await import("./rules/own-recovery.ts")).ownRecovery,
  ),
  continueAsNew,
  modelWait,
  budget,
  // The step comes from a recording, a script or an earlier run.
  forJobs(
    (job) => job.source !== undefined,
    async () => (await import("./rules/source.ts")).source,
  ),
  // An instruction of a session's user, in words.
  forJobs(isForeign, async () => (await import("./rules/instruction.ts")).instruction),
  // A retry of the previous step, or a way out of a screen that does not change.
  byRule,
  forJobs(isForeign, async () => (await import("./rules/outside-agent.ts")).outsideAgentRule),
  modelRule,
];

/**
 * One turn: ends the loop or waits if necessary, otherwise chooses a step by the first rule that applies, and
 * stores it.
 * @throws NotFound, StorageUnavailable, ConfigurationInvalid, ModelRejected, and when the job may not wait for them
 * ModelOverloaded, ModelTimeout, ModelUnavailable
 */
export async function predictAction(
  input: PredictActionInput,
  runtime: Runtime<"predict-action">,
): Promise<PredictActionOutput> {
  const { observation } = input;
  // It ends without a judgement, which checks and other roles would be waited for with.
  if (observation === null) return (await import("./without-device.ts")).withoutDevice(input, runtime);
  const startedAt = runtime.monotonic();
  const turn = { input, state: await readTurn(input, observation, runtime), runtime };
  const { job } = turn.state;
  const answer = await awaitChecks(await decide(turn, startedAt), job, runtime);
  if (job.roleOf === undefined) return answer;
  return (await import("../roles/await-others.ts")).awaitOthers(answer, job, input, runtime);
}

async function decide(turn: AgentTurn, startedAt: number): Promise<PredictActionOutput> {
  const { input, runtime } = turn;
  const { background, existing, finding, job, settlement } = turn.state;
  // An engine that was killed begins the same try again.
  const wasBegun = input.attempt !== 0 || (existing !== undefined && job.stepCount < existing.stepNumber);
  if (wasBegun && settlement.takeAhead() !== undefined) await forfeitAhead(job, runtime);
  let answer: PredictActionOutput | undefined;
  try {
    answer = await decideOn(turn, startedAt);
    return answer;
  } finally {
    if (finding !== undefined && (answer === undefined || !comesAgain.has(answer.route)))
      await Promise.all([finding.store(runtime), tellStep(turn.state, runtime)]);
    await Promise.all(background);
  }
}

/** These turns come again on the same screen, and verify the step again. */
const comesAgain: ReadonlySet<PredictActionOutput["route"]> = new Set(["plan", "checkProgress"]);

/** Tells the span of the step before, which is whole with what was found of it. */
async function tellStep({ job: { trace }, history }: TurnState, { tracing }: Services): Promise<void> {
  const last = history.at(-1);
  if (!tracing.isOn || trace?.sampled !== true || last?.verifiedAt === undefined) return;
  const { stepSpan } = await import("../tracing/step-span.ts");
  tracing.tell(stepSpan(last, trace, Date.parse(last.verifiedAt)));
}

async function decideOn(turn: AgentTurn, startedAt: number): Promise<PredictActionOutput> {
  const { input, runtime } = turn;
  const { outcome, state } = await firstOutcome(turn);
  if (outcome.kind === "answer") return outcome.answer;
  const { step } = outcome;
  const turnMilliseconds = Math.round(runtime.monotonic() - startedAt);
  // One moment for both: spans compute the turn's beginning from them. What needs no host was over when it was chosen.
  const predictedAt = step.performedAt === undefined ? runtime.now().toISOString() : step.predictedAt;
  return completeTurn(
    { ...step, predictedAt, timings: { ...step.timings, turnMilliseconds } },
    { ...state, input },
    runtime,
  );
}

/** With the state that the deciding rule saw. */
async function firstOutcome(turn: AgentTurn): Promise<{ outcome: TurnOutcome; state: AgentTurn["state"] }> {
  let { state } = turn;
  for (const rule of rules) {
    const outcome = await rule({ ...turn, state });
    if (outcome?.kind === "goOn") state = outcome.state;
    else if (outcome !== null) return { outcome, state };
  }
  throw new Error("No rule decided on the turn.");
}
