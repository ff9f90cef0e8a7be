import type { RecordedAction, RecordedStep } from "#shared/contracts/agent/recording.ts";
import { Script, type ScriptLine, type ScriptTarget } from "#shared/contracts/job/script.ts";
import type { Trajectory, TrajectoryStep } from "#shared/contracts/result/trajectory.ts";
import { defined } from "#shared/values/defined.ts";
import { recordingOf } from "../recording/recording-of.ts";
import { claimOf } from "../steps/step-claim.ts";
import { selectorFrom } from "./script-line.ts";

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
  return step.actions.flatMap((recorded) => [lineOf(recorded), ...toggled(recorded, told)]);
}

/** What is expected after a toggle was tapped: that it stands the other way, if it then did. */
function toggled({ target, name }: RecordedAction, told: TrajectoryStep | undefined): readonly ScriptLine[] {
  if (target?.is === undefined || name === undefined) return [];
  const now = target.is === "on" ? "off" : "on";
  const [title] = (target.text ?? "").split(" | ");
  const isSeen = told?.replay?.after?.texts.includes(`${title}: ${now}`) === true;
  return isSeen ? [{ expect: { ...selectorFrom(name), is: now } }] : [];
}

const keys = ["back", "home", "recent", "enter"] as const;

function lineOf({ action: { action, ...given }, target, name, within }: RecordedAction): ScriptLine {
  const on: ScriptTarget | undefined = name ?? target;
  const key = keys.find((one) => one === action);
  if (key !== undefined) return { press: key };
  const parameters = given as Readonly<Record<string, string>>;
  if (action === "open_app") return { open_app: parameters.app };
  if (action === "open_url") return { open_url: parameters.url };
  if (action === "remember") return { remember: parameters.note };
  if (on !== undefined && (action === "tap" || action === "double_tap" || action === "long_press"))
    return { [action]: on };
  if ((action === "type" || action === "type_secret") && given.coordinate === undefined)
    return { type: { ...given, ...defined({ into: on }) } };
  if (action === "scroll" && given.coordinate === undefined)
    return { scroll: { direction: given.direction as "down", ...defined({ in: on }) } };
  return { do: { action, with: given, ...defined({ on, within }) } };
}
