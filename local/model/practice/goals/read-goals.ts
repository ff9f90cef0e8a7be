import type { Goal } from "./goal.ts";
import { readAppGoal } from "./read-app-goal.ts";
import { readClockGoal } from "./read-clock-goal.ts";
import { readContactGoal } from "./read-contact-goal.ts";
import { readSettingGoals } from "./read-setting-goals.ts";
import { splitTask } from "./split-task.ts";

function readClause(clause: string): readonly Goal[] {
  const single = readClockGoal(clause) ?? readContactGoal(clause) ?? readAppGoal(clause);
  if (single !== undefined) return [single];
  const settings = readSettingGoals(clause);
  return settings.length > 0 ? settings : [{ kind: "unknown", text: clause }];
}

/** Opening an app only to do something in it is no goal of its own: the next one opens it. */
const isOnlyAWayThere = (goal: Goal, next: Goal | undefined): boolean =>
  goal.kind === "openApp" &&
  next !== undefined &&
  next.kind !== "unknown" &&
  next.kind !== "press" &&
  next.kind !== "fillField" &&
  next.kind !== "openApp" &&
  next.kind !== "goHome";

/** What a task asks for, in order. */
export function readGoals(task: string): readonly Goal[] {
  const goals = splitTask(task).flatMap(readClause);
  return goals.filter((goal, index) => !isOnlyAWayThere(goal, goals[index + 1]));
}
