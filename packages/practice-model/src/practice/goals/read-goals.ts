import { conditioned } from "./conditions.ts";
import { givesAnswer, withFinding, withLookups } from "./findings.ts";
import type { Goal } from "./goal.ts";
import { appOfGoal } from "./goal-app.ts";
import { readClause } from "./read-clause.ts";
import { readTalkGoal, type Talked, withAnswer, withQuestions } from "./read-talk-goal.ts";
import { splitTask } from "./split-task.ts";
import { clausesInContext, isToldOnly } from "./told-context.ts";
import { inPlainWords } from "./words/plain-words.ts";

/** Rules compare texts with straight apostrophes; what is typed has those of the task. */
const straight = (text: string): string => text.replace(/[’‘]/g, "'");

/** A goal with its texts as the task writes them. */
function spelledAsIn(task: string): (goal: Goal) => Goal {
  const written = task.normalize("NFC");
  const compared = straight(written);
  if (compared === written) return (goal) => goal;
  const spelled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(spelled);
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, spelled(part)]));
    if (typeof value !== "string" || !value.includes("'")) return value;
    const at = compared.indexOf(value);
    return at < 0 ? value : written.slice(at, at + value.length);
  };
  return (goal) => spelled(goal) as Goal;
}

/** Opening an app only to do something in it is no goal of its own: the next one opens it. */
const isOnlyAWayThere = (goal: Goal, next: Goal | undefined): boolean => {
  const there = next === undefined ? undefined : appOfGoal(next);
  // A page of Settings is on the way to what is done there.
  if (goal.kind === "openSettings" && there === "settings") return next?.kind !== "openSettings";
  return goal.kind === "openApp" && there !== undefined && goal.app.toLowerCase() === there;
};

interface ReadTask {
  readonly goals: readonly Goal[];
  /** Which of the answers were only looked up for another goal. */
  readonly means: ReadonlySet<number>;
}

const answersOf = (goals: readonly Goal[]): number => goals.filter(givesAnswer).length;

/** It hangs on what stands before it. */
const pointsBack =
  /\b(?:it|its|they|them|their|this|that|these|those|there|one|him|his|her|same|answer|so|then|instead|otherwise|else)\b/i;

/** Of clauses that cannot be read yet those that will never be: they are reported before anything is done. */
const unknownIn = (
  clauses: readonly { readonly clause: string }[],
  hasMates: boolean | undefined,
): readonly Goal[] =>
  clauses
    .filter(({ clause }) => !pointsBack.test(clause) && readTalkGoal(clause, 1, hasMates) === undefined)
    .flatMap(({ clause }) => readClause(clause, []))
    .filter(({ kind }) => kind === "unknown");

function finished(task: string, goals: readonly Goal[], means: ReadonlySet<number>): ReadTask {
  const done = goals.filter((goal) => goal.kind !== "unknown" || !isToldOnly(goal.text));
  const wanted = done.length === 0 ? goals : done;
  return {
    goals: wanted.filter((goal, index) => !isOnlyAWayThere(goal, wanted[index + 1])).map(spelledAsIn(task)),
    means,
  };
}

const nothingSaid: Talked = { results: [], mayAsk: false };
const mostKept = 200;
/** By all that was given: each turn of a task reads it again, mostly with the same answers and findings. */
const kept = new Map<string, ReadTask>();

/** What a task asks for, in order, as far as what was answered and found so far tells. */
export function readTask(task: string, talked = nothingSaid, found: readonly string[] = []): ReadTask {
  const key = JSON.stringify([task, talked, found]);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const read = readAnew(task, talked, found);
  kept.set(key, read);
  const [oldest = key] = kept.keys();
  if (kept.size > mostKept) kept.delete(oldest);
  return read;
}

function readAnew(task: string, talked: Talked, found: readonly string[]): ReadTask {
  const goals: Goal[] = [];
  const means = new Set<number>();
  const told = clausesInContext(splitTask(task).map(inPlainWords));
  const clauses = conditioned(withLookups(talked.mayAsk ? withQuestions(told) : told));
  const broken = (at: number): ReadTask =>
    finished(task, [...goals, ...unknownIn(clauses.slice(at), talked.hasMates)], means);
  let asked = 0;
  let state: number | undefined;
  for (const [index, { clause: said, only, isState }] of clauses.entries()) {
    if (only !== undefined && state !== undefined) {
      if (found[state] === undefined) return broken(index);
      if (found[state] !== only) continue;
    }
    const talk = readTalkGoal(said, asked, talked.hasMates);
    const answered = withAnswer(said, talked, asked);
    const filled =
      answered === null ? null : asked > 0 ? { clause: answered } : withFinding(answered, goals, found);
    // What comes after a question that is not answered yet may hang on the answer.
    if (filled === null) return broken(index + 1);
    if (filled.used !== undefined) means.add(filled.used);
    if (isState === true) {
      state = answersOf(goals);
      means.add(state);
    }
    goals.push(...(talk === undefined ? readClause(filled.clause, goals) : [talk]));
    if (talk !== undefined) asked += 1;
  }
  return finished(task, goals, means);
}

export const readGoals = (...given: Parameters<typeof readTask>): readonly Goal[] => readTask(...given).goals;
