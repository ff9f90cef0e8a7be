import type * as z from "zod";
import { BatchLine } from "#shared/contracts/batch/batch-line.ts";
import { maxBatchLines } from "#shared/contracts/batch/batch-manifest.ts";
import {
  type AgentFrame,
  type TasksFrame,
  taskFieldNames,
  type VariantFrame,
} from "#shared/contracts/batch/tasks-file.ts";
import { checkPrerequisites } from "./check-prerequisites.ts";
import { crossAgents, type Variant } from "./cross-agents.ts";
import { lineOrigin } from "./line-origin.ts";
import { lineRequest } from "./line-request.ts";
import { schemaProblems } from "./schema-problems.ts";
import { selectTasks, type TaskSelection } from "./select-tasks.ts";
import { auditEnds, type GivenEnd, solutionEnd } from "./task-ends.ts";
import { type InstanceOptions, type TaskInstance, taskInstances } from "./task-instances.ts";
import { type FieldPath, isWithin, type TaskProblem } from "./task-problem.ts";

/** A line as it is sent: what it leaves out is as a job's request has it. */
export type SentLine = z.input<typeof BatchLine>;

export interface ExpandOptions extends TaskSelection, InstanceOptions {
  /** Instead of the file's. */
  readonly variants?: readonly VariantFrame[] | undefined;
  readonly agents?: readonly AgentFrame[] | undefined;
  /** Run the tasks' solutions instead of the agent; tasks without one are left out. */
  readonly bySolution?: boolean | undefined;
  /** Run doing nothing, the tasks' wrong ends and their solutions instead of the agent. */
  readonly byAudit?: boolean | undefined;
}

export interface Expansion {
  readonly lines: readonly SentLine[];
  readonly taskCount: number;
  readonly variants: readonly string[];
  /** Tasks that are there only because others need them. */
  readonly needed: readonly string[];
  /** How many tasks of those that were asked for have no solution to be run by. */
  readonly unsolved: number;
  readonly problems: readonly TaskProblem[];
  /** Where in the file the field of a line comes from; the line by its place among all, from 0. */
  readonly originOf: (line: number, field: FieldPath) => FieldPath;
}

/** More are not looked for: one mistake in `defaults` is found in every line. */
const enoughProblems = 1_000;

/**
 * The lines of a file: tasks × agents × variants × repetitions, the repetitions outermost, so that every task has its first turn before one
 * has its second. The same file and options make the same lines.
 */
export function expandTasks(file: TasksFrame, options: ExpandOptions = {}): Expansion {
  const { instances, problems } = taskInstances(file, options);
  const given = variantsOf(file, options);
  const agents = endsOf(options) === undefined ? (options.agents ?? file.agents) : undefined;
  const { variants, problems: ofAgents } = crossAgents(given, agents);
  const wrong = [...problems, ...doubleVariants(given), ...ofAgents, ...checkPrerequisites(instances)];
  const usable = options.bySolution ? solved(instances) : instances;
  const { chosen, needed } = selectTasks(usable, options);
  const unsolved = withoutSolution(instances, usable, options);
  const made = chosen.flatMap((instance) => runsOf(instance, variants, options));
  const names = [...new Set(made.map(({ variant }) => variant.name))];
  const counted = { taskCount: chosen.length, variants: names, needed, unsolved };
  const jobs = made.reduce((sum, { instance }) => sum + instance.repeat, 0);
  if (jobs > maxBatchLines)
    return { lines: [], ...counted, problems: [...wrong, tooManyJobs(jobs)], originOf: () => [] };
  const checked: Checked[] = [];
  for (const run of made) {
    const { instance, variant } = run;
    const { line, problems: found } = firstLine(file, run);
    wrong.push(...found);
    const origin = { task: instance.index, variant: variant.index, agent: variant.agent };
    checked.push({ line, repeat: instance.repeat, origin });
    if (wrong.length >= enoughProblems) break;
  }
  const all = wrong.length > 0 ? [] : [...repeated(checked)];
  return {
    lines: all.map(({ line }) => line),
    ...counted,
    problems: wrong,
    originOf: (line, field) => {
      const origin = all[line]?.origin;
      return origin === undefined ? [] : fieldInFile(file, origin, field);
    },
  };
}

/** A task with what chooses its actions: an agent, or a known end. */
interface TaskRun {
  readonly instance: TaskInstance;
  readonly variant: Variant;
  readonly end?: GivenEnd;
}

function runsOf(
  instance: TaskInstance,
  variants: readonly Variant[],
  options: ExpandOptions,
): readonly TaskRun[] {
  const ends = endsOf(options)?.(instance);
  if (ends === undefined) return variants.map((variant) => ({ instance, variant }));
  return ends.map((end) => ({ instance, variant: { name: end.name, index: -1, part: {} }, end }));
}

const endsOf = ({ bySolution, byAudit }: ExpandOptions) =>
  byAudit ? auditEnds : bySolution ? solutionEnd : undefined;

interface Checked {
  readonly line: SentLine;
  readonly repeat: number;
  readonly origin: Origin;
}

function* repeated(first: readonly Checked[]): Iterable<Pick<Checked, "line" | "origin">> {
  const most = first.reduce((highest, { repeat }) => Math.max(highest, repeat), 0);
  for (let epoch = 1; epoch <= most; epoch += 1)
    for (const { line, repeat, origin } of first)
      if (epoch <= repeat) yield { line: epoch === 1 ? line : { ...line, epoch }, origin };
}

function variantsOf(
  file: TasksFrame,
  { variants = file.variants, ...options }: ExpandOptions,
): readonly Variant[] {
  if (endsOf(options) !== undefined) return [];
  if (variants === undefined) return [{ name: "default", index: -1, part: {} }];
  return variants.map((given, index) => {
    if (typeof given === "string")
      return { name: given, index, part: { models: { agent: { model: given } } } };
    const { name, ...part } = given;
    return { name, index, part };
  });
}

const doubleVariants = (variants: readonly Variant[]): readonly TaskProblem[] =>
  variants
    .filter(({ name }, index) => variants.findIndex((other) => other.name === name) < index)
    .map(({ name, index }) => ({
      path: ["variants", index],
      at: "value",
      message: "has the name of another variant",
      remedy: "Give each its own name.",
      value: name,
    }));

/** A task whose prerequisite has no solution cannot be solved either. */
function solved(instances: readonly TaskInstance[]): readonly TaskInstance[] {
  const byId = new Map(instances.map((instance) => [instance.id, instance]));
  const isSolved = (instance: TaskInstance | undefined): boolean =>
    instance?.solution !== undefined &&
    (instance.prerequisite === undefined || isSolved(byId.get(instance.prerequisite)));
  return instances.filter(isSolved);
}

/** Of those that were asked for. */
function withoutSolution(
  all: readonly TaskInstance[],
  usable: readonly TaskInstance[],
  { task, exclude }: TaskSelection,
): number {
  const kept = new Set(usable);
  return selectTasks(all, { task, exclude }).chosen.filter((instance) => !kept.has(instance)).length;
}

const tooManyJobs = (jobs: number): TaskProblem => ({
  path: ["tasks"],
  at: "value",
  message: `makes ${jobs.toLocaleString("en")} jobs; a batch has at most ${maxBatchLines.toLocaleString("en")}`,
  remedy: "Choose some with --task, --exclude or --limit, repeat them less, or make several batches.",
});

function firstLine(
  file: TasksFrame,
  { instance, variant, end }: TaskRun,
): { readonly line: SentLine; readonly problems: readonly TaskProblem[] } {
  const { request, problems } = lineRequest(file, instance, variant, end);
  const { tags, weight, prerequisite } = instance;
  const line = {
    taskId: instance.id,
    variant: variant.name,
    epoch: 1,
    ...(tags.length === 0 ? {} : { tags }),
    ...(weight === 1 ? {} : { weight }),
    ...(prerequisite === undefined ? {} : { prerequisite }),
    request,
  } as unknown as SentLine;
  const parsed = BatchLine.safeParse(line);
  if (parsed.success) return { line, problems };
  const origin = { task: instance.index, variant: variant.index, agent: variant.agent };
  const found = schemaProblems(parsed.error, line, [], taskFieldNames).map((problem) =>
    inFile(problem, file, origin),
  );
  // What a placeholder or a check in words is at fault for is said in its own words alone.
  const isSaid = ({ path }: TaskProblem): boolean => problems.some((said) => isWithin(path, said.path));
  return { line, problems: [...problems, ...found.filter((problem) => !isSaid(problem))] };
}

type Origin = Parameters<typeof lineOrigin>[1];

const inFile = (problem: TaskProblem, file: TasksFrame, origin: Origin): TaskProblem => ({
  ...problem,
  path: fieldInFile(file, origin, problem.path),
});

/** A line's request is in the file without that word. */
function fieldInFile(file: TasksFrame, origin: Origin, field: FieldPath): FieldPath {
  const [first, ...rest] = field;
  return lineOrigin(file, origin, first === "request" ? rest : field);
}
