import { maxBatchLines } from "#shared/contracts/batch/batch-manifest.ts";
import type { TaskEnd, TaskFrame, TasksFrame } from "#shared/contracts/batch/tasks-file.ts";
import type { Script } from "#shared/contracts/step/script.ts";
import { TaskId } from "#shared/contracts/values/batch-ids.ts";
import { type Combination, combinations, countCombinations, type Parameters } from "./combinations.ts";
import { fillPlaceholders } from "./fill-placeholders.ts";
import type { TaskProblem } from "./task-problem.ts";

/** A task of the file with one value for each of its parameters. */
export interface TaskInstance {
  readonly id: string;
  /** As the file has it. */
  readonly fileId: string;
  /** Its place in the file, from 0. */
  readonly index: number;
  readonly task: TaskFrame;
  readonly values: Combination["values"];
  readonly repeat: number;
  readonly tags: readonly string[];
  readonly weight: number;
  readonly prerequisite?: string;
  readonly solution?: Script | TaskEnd;
}

export interface InstanceOptions {
  /** Instead of what the file says. */
  readonly repeat?: number | undefined;
  /** Instead of the file's. */
  readonly seed?: number | undefined;
  /** So many draws of each task that draws its parameters' values. */
  readonly draws?: number | undefined;
  /** The tasks' solutions, by their places in the file. */
  readonly solutions?: ReadonlyMap<number, Script | TaskEnd> | undefined;
}

interface Instances {
  readonly instances: readonly TaskInstance[];
  readonly problems: readonly TaskProblem[];
}

/** Every task with every combination of its parameters, in the file's order. */
export function taskInstances(file: TasksFrame, options: InstanceOptions): Instances {
  const problems: TaskProblem[] = [...doubleIds(file)];
  const instances: TaskInstance[] = [];
  for (const [index, task] of file.tasks.entries()) {
    const found = instancesOf(file, task, index, options, maxBatchLines - instances.length);
    if ("problem" in found) problems.push(found.problem);
    else instances.push(...found);
    if ("problem" in found && found.fatal) break;
  }
  return { instances, problems: problems.length > 0 ? problems : sameIds(instances) };
}

type Found = readonly TaskInstance[] | { readonly problem: TaskProblem; readonly fatal: boolean };

function instancesOf(
  file: TasksFrame,
  task: TaskFrame,
  index: number,
  options: InstanceOptions,
  room: number,
): Found {
  const { defaults = {} } = file;
  const parameters: Parameters = { ...defaults.parameters, ...task.parameters };
  const drawn = task.sample ?? defaults.sample;
  const sample = drawn === undefined ? undefined : (options.draws ?? drawn);
  const total = countCombinations(parameters);
  const count = Math.min(total, sample ?? total);
  if (count > room || total > Number.MAX_SAFE_INTEGER) return tooMany(index, total);
  if (count === 0) return noValue(index);
  const seed = options.seed ?? task.seed ?? defaults.seed ?? file.seed;
  const tags = [...new Set([...(defaults.tags ?? []), ...(task.tags ?? []), ...gradeTags(file, task)])];
  const solution = options.solutions?.get(index);
  return combinations(parameters, { sample, seed }).map(({ values, suffix }) => {
    const prerequisite = fillPlaceholders(task.prerequisite, values).value;
    return {
      id: `${task.id}${suffix}`,
      fileId: task.id,
      index,
      task,
      values,
      repeat: options.repeat ?? task.repeat ?? task.epochs ?? defaults.repeat ?? defaults.epochs ?? 1,
      tags: tags.map((tag) => String(fillPlaceholders(tag, values).value)),
      weight: task.weight ?? defaults.weight ?? 1,
      ...(typeof prerequisite === "string" ? { prerequisite } : {}),
      ...(solution === undefined ? {} : { solution }),
    };
  });
}

/** Its level and kinds, as they are counted. */
function gradeTags({ defaults = {} }: TasksFrame, task: TaskFrame): readonly string[] {
  const level = task.level ?? defaults.level;
  const kinds = [task.kind ?? defaults.kind ?? []].flat();
  return [...(level === undefined ? [] : [`level:${level}`]), ...kinds.map((kind) => `kind:${kind}`)];
}

const tooMany = (index: number, total: number): Found => ({
  fatal: true,
  problem: {
    path: ["tasks", index, "parameters"],
    at: "value",
    message: `makes ${total.toLocaleString("en")} combinations; a file may have at most ${maxBatchLines.toLocaleString("en")} jobs`,
    remedy: "Draw some of them with 'sample' and 'seed', or give fewer values.",
  },
});

const noValue = (index: number): Found => ({
  fatal: false,
  problem: {
    path: ["tasks", index, "parameters"],
    at: "value",
    message: "has an empty range",
    remedy: "'to' must be at least 'from'.",
  },
});

function doubleIds(file: TasksFrame): readonly TaskProblem[] {
  const seen = new Map<string, number>();
  return file.tasks.flatMap(({ id }, index) => {
    const first = seen.get(id);
    if (first === undefined) seen.set(id, index);
    return first === undefined ? [] : [idProblem(index, id, `is also the id of task ${first + 1}`)];
  });
}

function sameIds(instances: readonly TaskInstance[]): readonly TaskProblem[] {
  const seen = new Set<string>();
  return instances.flatMap(({ id, index }) => {
    const double = seen.has(id);
    seen.add(id);
    if (double) return [idProblem(index, id, "occurs twice: another task or value makes the same id")];
    return TaskId.safeParse(id).success
      ? []
      : [idProblem(index, id, "is too long with the parameters' values")];
  });
}

const idProblem = (index: number, value: string, message: string): TaskProblem => ({
  path: ["tasks", index, "id"],
  at: "value",
  message,
  remedy: "Give it another id.",
  value,
});
