import type { TaskEnd } from "#shared/contracts/batch/tasks-file.ts";
import type { Script } from "#shared/contracts/step/script.ts";
import type { TaskPart } from "./merge-parts.ts";
import type { TaskInstance } from "./task-instances.ts";
import type { FieldPath } from "./task-problem.ts";

/** A known end in place of an agent. */
export interface GivenEnd {
  /** The variant's name. */
  readonly name: string;
  readonly end: TaskEnd | Script;
  /** Where in the file it stands; undefined: nowhere, it is doing nothing. */
  readonly at?: FieldPath;
}

/** What a task's solution is run as. */
export function solutionEnd({ index, solution }: TaskInstance): readonly GivenEnd[] {
  return solution === undefined
    ? []
    : [{ name: "solution", end: solution, at: ["tasks", index, "solution"] }];
}

/** Doing nothing, every wrong end of the file, and the solution. */
export function auditEnds(instance: TaskInstance): readonly GivenEnd[] {
  const { index, task } = instance;
  const wrong = task.audit?.wrong ?? [];
  const at = ["tasks", index, "audit", "wrong"] as const;
  return [
    { name: "nothing", end: {} },
    ...[wrong].flat().map(
      (end, place): GivenEnd => ({
        name: place === 0 ? "wrong" : `wrong-${place + 1}`,
        end,
        at: Array.isArray(wrong) ? [...at, place] : at,
      }),
    ),
    ...solutionEnd(instance),
  ];
}

/** The task with a known end: what its commands do is there when the job begins, and its lines run instead of the agent. */
export function endedBy(request: TaskPart, end: TaskEnd | Script, values: TaskInstance["values"]): TaskPart {
  const { workflow: _parts, ...own } = request;
  if ("version" in end) {
    const known = Object.keys(end.parameters).filter((name) => values.has(name));
    const parameters = Object.fromEntries(known.map((name) => [name, values.get(name)]));
    return { ...own, source: { kind: "script", script: end, parameters, heal: false } };
  }
  const { commands = [], steps = [], finish = { status: "success" as const } } = end;
  const prepare = (own.prepare ?? {}) as { readonly commands?: readonly string[] };
  const script = { version: 1, task: own.task, steps: steps.length === 0 ? [{ wait: 1 }] : steps, finish };
  return {
    ...own,
    ...(commands.length === 0
      ? {}
      : { prepare: { ...prepare, commands: [...(prepare.commands ?? []), ...commands] } }),
    // What was done in the commands is there before the job's first look.
    ...(commands.length === 0 ? {} : { allowAlreadySatisfied: true }),
    source: { kind: "script", script, heal: false },
  };
}
