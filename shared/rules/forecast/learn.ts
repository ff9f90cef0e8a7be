import type { PlannedTask } from "../../contracts/api/responses/forecast-response.ts";
import { grouped } from "../statistics/ended-run.ts";
import { sumOf } from "../statistics/share.ts";
import { type Drift, driftOf } from "./drift.ts";
import type { PastRun } from "./past-run.ts";

/** The past runs of one task that ended as they should, with one model or any. */
export interface TaskPool {
  /** Places in `runs`. */
  readonly at: Int32Array;
  readonly meanHeld: number;
  /** Of all its attempts, the share that the farm lost. */
  readonly lostShare: number;
}

export type DrawnFrom = "task" | "taskOfAnotherModel" | "model" | "allTasks" | "assumptions";

/** What a planned task's runs are drawn from: its own, or those of one of many tasks, chosen anew in each sample. */
export interface Source {
  readonly kind: DrawnFrom;
  readonly pools: readonly TaskPool[];
}

/** What a farm's past says. */
export interface Learned {
  readonly runs: readonly PastRun[];
  /** Held times as a share of their task's mean, of all tasks with several runs. */
  readonly ratios: Float64Array;
  /** Of the logarithms of these. */
  readonly spread: number;
  readonly drift: Drift;
  /** How long the attempts that the farm lost held their devices. */
  readonly lostHeld: Float64Array;
  readonly sourceOf: (task: PlannedTask) => Source;
}

/** A task with fewer runs varies as all tasks do. */
export const enoughRuns = 5;
/** As much as so many attempts of a task counts what all tasks lose. */
const lostWeight = 20;

type Kind = Pick<PlannedTask, "model" | "variant">;
const kindKey = ({ model, variant }: Kind): string =>
  model === undefined ? `variant ${variant}` : `model ${model}`;
const isOfKind = ({ model, variant }: Kind, run: PastRun): boolean =>
  model === undefined ? run.variant === variant : run.model === model;

/** `isAssumed`: the runs were made up where there are none. */
export function learn(runs: readonly PastRun[], isAssumed: boolean): Learned {
  const lost = runs.filter(({ isInconclusive }) => isInconclusive);
  const { poolOf, poolsOf, tasks } = poolsIn(runs, lost.length / Math.max(1, runs.length));
  const kinds = new Map<string, readonly TaskPool[]>();
  const borrowed = (kind: Kind | undefined): readonly TaskPool[] => {
    const key = kind === undefined ? "all" : kindKey(kind);
    const known = kinds.get(key) ?? poolsOf((run) => kind === undefined || isOfKind(kind, run));
    kinds.set(key, known);
    return known;
  };
  const sourceOf = (task: PlannedTask): Source => {
    const own = tasks.get(task.taskId) ?? [];
    const same = poolOf(own.filter((at) => isOfKind(task, runs[at] as PastRun)));
    if (same !== undefined) return { kind: "task", pools: [same] };
    const any = poolOf(own);
    if (any !== undefined) return { kind: "taskOfAnotherModel", pools: [any] };
    const alike = borrowed(task);
    if (alike.length > 0) return { kind: "model", pools: alike };
    return { kind: isAssumed ? "assumptions" : "allTasks", pools: borrowed(undefined) };
  };
  return {
    ...{ runs, sourceOf },
    ...driftOf(runs, isAssumed),
    lostHeld: Float64Array.from(lost, ({ held }) => held),
  };
}

/** Runs by their tasks. A task all of whose attempts were lost says nothing of how long it takes. */
function poolsIn(runs: readonly PastRun[], lostOfAll: number) {
  const tasks = grouped(runs.keys(), (at) => (runs[at] as PastRun).task);
  const poolOf = (places: readonly number[]): TaskPool | undefined => {
    const ended = places.filter((at) => !runs[at]?.isInconclusive);
    if (ended.length === 0) return undefined;
    return {
      at: Int32Array.from(ended),
      meanHeld: sumOf(ended, (at) => runs[at]?.held ?? 0) / ended.length,
      lostShare: (places.length - ended.length + lostOfAll * lostWeight) / (places.length + lostWeight),
    };
  };
  const poolsOf = (isMeant: (run: PastRun) => boolean): readonly TaskPool[] =>
    [...tasks.values()].flatMap(
      (places) => poolOf(places.filter((at) => isMeant(runs[at] as PastRun))) ?? [],
    );
  return { tasks, poolOf, poolsOf };
}
