import type { Trajectory, TrajectoryStep } from "#shared/contracts/api/trajectory.ts";
import type { RecordedAction, RecordedStep } from "#shared/contracts/step/recording.ts";
import { Script, type ScriptLine } from "#shared/contracts/step/script.ts";
import { defined } from "#shared/values/defined.ts";
import { recordingOf } from "../recording/recording-of.ts";
import { claimOf } from "../steps/step-claim.ts";
import { scriptLineOf, selectorFrom } from "./script-line.ts";

export interface CompiledScript {
  readonly script: Script;
  /** What of the job no script can do, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * What a job did, as lines that do it again: each names its element in the fewest words that meant it then, a toggle with its state
 * before; what a tap turned on or off is expected after it.
 */
export function compileScript(trajectory: Trajectory): CompiledScript {
  const { job, steps } = trajectory;
  const recorded = recordingOf(trajectory, { claims: false }).steps;
  const byNumber = new Map(steps.map((step) => [step.stepNumber, step]));
  const asked = recorded.filter(({ toolResult }) => toolResult !== undefined);
  const lines = recorded
    .filter(({ toolResult }) => toolResult === undefined)
    .flatMap((step) => linesOf(step, byNumber.get(step.step)));
  const claim = steps.map(claimOf).findLast((one) => one !== undefined);
  const script = Script.parse({
    version: 1,
    task: job.task,
    steps: lines.length === 0 ? [{ wait: 1 }] : lines,
    ...(claim === undefined ? {} : { finish: defined({ status: claim.status, answer: claim.answer }) }),
    checks: job.validators,
  });
  const notes = asked.map(({ step, toolResult }) =>
    toolResult?.kind === "ask_user"
      ? `Step ${step} asked a person, which no script does.`
      : `Step ${step} called the tool ${toolResult?.name}, which no script does.`,
  );
  return { script, notes };
}

function linesOf(step: RecordedStep, told: TrajectoryStep | undefined): readonly ScriptLine[] {
  return step.actions.flatMap((recorded) => [scriptLineOf(recorded), ...toggled(recorded, told)]);
}

/** What is expected after a toggle was tapped: that it stands the other way, if it then did. */
function toggled({ target, name }: RecordedAction, told: TrajectoryStep | undefined): readonly ScriptLine[] {
  if (target?.is === undefined || name === undefined) return [];
  const now = target.is === "on" ? "off" : "on";
  const [title] = (target.text ?? "").split(" | ");
  const isSeen = told?.replay?.after?.texts.includes(`${title}: ${now}`) === true;
  return isSeen ? [{ expect: { ...selectorFrom(name), is: now } }] : [];
}
