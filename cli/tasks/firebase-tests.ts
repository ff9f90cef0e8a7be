import * as z from "zod";
import { SafeText } from "#shared/contracts/values/safe-text.ts";
import { isTaskPart } from "./merge-parts.ts";
import { schemaProblems } from "./schema-problems.ts";
import type { FieldPath, TaskProblem } from "./task-problem.ts";

const text = SafeText.trim().min(1).max(3_000);

const FirebaseStep = z.strictObject({
  goal: text,
  hint: text.optional(),
  finalScreenAssertion: text.optional(),
  /** Its name in older files. */
  successCriteria: text.optional(),
});
type FirebaseStep = z.infer<typeof FirebaseStep>;

const FirebaseTest = z.strictObject({
  displayName: SafeText.trim().min(1).max(500),
  id: z.string().optional(),
  prerequisiteTestCaseId: z.string().optional(),
  steps: z.array(FirebaseStep).min(1).max(20),
});
type FirebaseTest = z.infer<typeof FirebaseTest>;

/** Test cases of Firebase's App Testing agent: `tests` with `steps`, or in older files the list alone. */
export const isFirebaseFile = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some((test) => isTaskPart(test) && Array.isArray(test.steps))
    : isTaskPart(value) && "tests" in value && !("tasks" in value);

export type FirebaseTasks =
  | { readonly problems: readonly TaskProblem[] }
  | {
      /** A tasks file. */
      readonly value: unknown;
      /** Where a field of that file comes from. */
      readonly pathInTests: (path: FieldPath) => FieldPath;
    };

/**
 * The tests as tasks: each goal is a part of a workflow, on one device in their order, its hint the part's background. A final screen
 * assertion is told to the agent as what must be seen in the end; the check of completion holds its claim to that. The steps of a
 * prerequisite come first, as Firebase does it.
 */
export function firebaseTasks(value: unknown): FirebaseTasks {
  const base: FieldPath = Array.isArray(value) ? [] : ["tests"];
  const tests = Array.isArray(value) ? value : isTaskPart(value) ? value.tests : undefined;
  const others = isTaskPart(value) ? Object.keys(value).filter((name) => name !== "tests") : [];
  if (others.length > 0) return { problems: others.map(notOurs) };
  const parsed = z.array(FirebaseTest).min(1).safeParse(tests);
  if (!parsed.success)
    return { problems: schemaProblems(parsed.error, tests, base, Object.keys(FirebaseTest.shape)) };
  const all = parsed.data.map((test, index) => ({ ...test, id: test.id ?? idOf(test.displayName, index) }));
  const flat = all.map((test, index) => withPrerequisites(test, index, all, base));
  const problems = flat.flatMap((one) => ("problem" in one ? [one.problem] : []));
  if (problems.length > 0) return { problems };
  const steps = flat.flatMap((one) => ("steps" in one ? [one.steps] : []));
  return {
    value: { tasks: all.map((test, index) => taskOf(test, steps[index] ?? [])) },
    pathInTests: (path) => pathInTests(path, base, all, steps),
  };
}

const notOurs = (name: string): TaskProblem => ({
  path: [name],
  at: "name",
  message: "is not a field of Android test cases",
  remedy: "Remove it: browser settings are not supported.",
});

type Numbered = FirebaseTest & { readonly id: string };
type Steps = readonly FirebaseStep[];

function withPrerequisites(
  test: Numbered,
  index: number,
  all: readonly Numbered[],
  base: FieldPath,
): { readonly steps: Steps } | { readonly problem: TaskProblem } {
  const problem = (message: string, remedy: string, value = test.prerequisiteTestCaseId) => ({
    problem: {
      path: [...base, index, "prerequisiteTestCaseId"],
      at: "value" as const,
      message,
      remedy,
      value,
    },
  });
  const chain: Numbered[] = [test];
  for (let next = test.prerequisiteTestCaseId; next !== undefined; next = chain[0]?.prerequisiteTestCaseId) {
    const before = all.find(({ id }) => id === next);
    if (before === undefined)
      return problem("is not a test of this file", "Give the id of another test.", next);
    if (chain.includes(before)) return problem("is circular", "Remove one of the prerequisites.");
    chain.unshift(before);
  }
  const steps = chain.flatMap((one) => one.steps);
  if (steps.length > 20)
    return problem(`has ${steps.length} steps, including its prerequisites`, "Keep to 20.");
  return { steps };
}

const goalOf = ({ goal, finalScreenAssertion, successCriteria }: FirebaseStep): string => {
  const seen = finalScreenAssertion ?? successCriteria;
  return seen === undefined ? goal : `${goal}\nIt is done only when this is seen on the screen: ${seen}`;
};

function taskOf({ id, displayName }: Numbered, steps: Steps): unknown {
  const parts = steps.map((step) => ({
    text: goalOf(step),
    ...(step.hint === undefined ? {} : { background: step.hint }),
  }));
  const [only] = parts;
  if (parts.length > 1 || only === undefined) return { id, task: displayName, workflow: { subtasks: parts } };
  const { text: task, ...told } = only;
  return { id, task, ...told };
}

function idOf(displayName: string, index: number): string {
  const slug = displayName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 80);
  return slug === "" ? `test-${index + 1}` : slug;
}

const fields: Readonly<Record<string, string>> = { text: "goal", task: "goal", background: "hint" };

function pathInTests(
  [top, index, ...rest]: FieldPath,
  base: FieldPath,
  tests: readonly Numbered[],
  steps: readonly Steps[],
): FieldPath {
  if (top !== "tasks" || typeof index !== "number") return base;
  const [first, , part, field] = rest;
  const step = first === "workflow" && typeof part === "number" ? part : 0;
  const name = fields[String(first === "workflow" ? field : first)];
  const own = step - ((steps[index]?.length ?? 0) - (tests[index]?.steps.length ?? 0));
  if (name === undefined || own < 0) return [...base, index, ...(first === "id" ? ["id"] : [])];
  return [...base, index, "steps", own, name];
}
