import { finish } from "#shared/actions/built-in/finish.ts";
import { openApp } from "#shared/actions/built-in/open-app.ts";
import { remember } from "#shared/actions/built-in/remember.ts";
import { wait } from "#shared/actions/built-in/wait.ts";
import type { Trajectory, TrajectoryStep } from "#shared/contracts/api/trajectory.ts";
import type { RecordedAction, RecordedStep, Recording } from "#shared/contracts/step/recording.ts";
import type { StepAction } from "#shared/contracts/step/step.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { Coordinate } from "#shared/contracts/values/coordinate.ts";
import { defined } from "#shared/values/defined.ts";
import { screenFacts } from "../targets/screen-facts.ts";

interface Wanted {
  /** The last step that is wanted. */
  readonly until?: number;
  /** With what the agent claimed at the end. */
  readonly claims: boolean;
}

/**
 * What of a trajectory is to be done again: what the device felt, on the device that the job had last, in order. Waits are left out:
 * the screens say when it continues.
 */
export function recordingOf({ job, steps }: Trajectory, { until = Infinity, claims }: Wanted): Recording {
  const { lostSteps = 0 } = job;
  const recorded = steps
    .filter(({ stepNumber }) => stepNumber <= until)
    .flatMap((step) => recordedStep(step, step.stepNumber <= lostSteps, claims));
  return { schemaVersion: 1, steps: recorded };
}

function recordedStep(step: TrajectoryStep, isLost: boolean, claims: boolean): readonly RecordedStep[] {
  const { stepNumber, thinking, toolResult } = step;
  const facts = step.replay ?? withoutFacts(step);
  const actions = facts.actions.filter((recorded, index) => {
    const told = step.actions[index];
    const { action: name } = recorded.action;
    if (told === undefined || name === wait.name) return false;
    if (name === remember.name) return true;
    if (name === finish.name) return claims && !isLost && isClaimed(step);
    return !isLost && wasDone(told, step);
  });
  if (actions.length === 0) return [];
  return [{ step: stepNumber, actions, thinking, screen: facts.before, ...defined({ toolResult }) }];
}

/** A claim after an action that went wrong never counted. */
const isClaimed = ({ actions, outcome }: TrajectoryStep): boolean =>
  actions.length === 1 || outcome?.ok === true;

function wasDone(action: StepAction, { outcome, screenChanged, toolResult }: TrajectoryStep): boolean {
  if (action.deviceAction === undefined) return toolResult !== undefined;
  const own = action.outcome ?? outcome;
  // Nobody knows whether the device felt it, but for what came of it.
  return own?.ok === true || (own?.effect !== "none" && screenChanged === true);
}

/** Of a step that was stored before its facts were: where it was done, and which app was in front. */
function withoutFacts({ actions, before }: TrajectoryStep): {
  readonly actions: readonly RecordedAction[];
  readonly before: RecordedStep["screen"];
} {
  return { actions: actions.map(byCoordinate), before: screenFacts(before, null) };
}

function byCoordinate({ action, deviceAction }: StepAction): RecordedAction {
  const { element: _id, ...rest } = action;
  const app = deviceAction?.package;
  if (rest.action === openApp.name && typeof app === "string") return { action: { ...rest, app } };
  const place = Coordinate.safeParse(deviceAction?.coordinate);
  return { action: { ...rest, ...(place.success ? { coordinate: place.data } : {}) } as StoredAction };
}
