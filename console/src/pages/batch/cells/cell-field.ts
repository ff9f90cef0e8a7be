import type { BatchCells } from "#shared/contracts/api/batch-look.ts";
import {
  type CellState,
  cellStates,
  isCellState,
  type StateCounts,
  stateAt,
  stateCounts,
} from "./cell-state.ts";

/** Which cells are meant; what is left out does not matter. */
export interface CellFilter {
  readonly outcome?: string | undefined;
  /** `none`: without an error. */
  readonly errorCode?: string | undefined;
  /** Of BatchCauses. */
  readonly cause?: string | undefined;
  readonly taskId?: string | undefined;
  readonly variant?: string | undefined;
}

/** What is known of one cell. */
export interface CellFacts {
  readonly line: number;
  readonly state: CellState;
  /** The rest is known of items alone: nothing was started of a line without one. */
  readonly jobId: string | null;
  readonly taskId?: string;
  readonly variant?: string;
  readonly repeat?: number;
  readonly errorCode?: string;
  readonly attempts?: number;
  readonly steps?: number;
  readonly wallMilliseconds?: number;
  readonly costUsd?: number;
  readonly isReviewed?: boolean;
}

/** A batch's cells, one a line of its manifest, in its order: a cell's index is its line less one. */
export interface CellField {
  readonly count: number;
  /** Places in `cellStates`. */
  readonly states: Uint8Array;
  readonly counts: StateCounts;
  readonly facts: (index: number) => CellFacts;
  readonly cells: BatchCells;
  /** Place in the columns of each cell; -1: it has no item. */
  readonly places: Int32Array;
}

export function cellField(cells: BatchCells): CellField {
  const count = Math.max(cells.lineCount, cells.line.at(-1) ?? 0);
  const places = new Int32Array(count).fill(-1);
  for (const [place, line] of cells.line.entries()) places[line - 1] = place;
  const states = new Uint8Array(count);
  const sums = new Uint32Array(cellStates.length);
  const queued = cellStates.indexOf("queued");
  for (let index = 0; index < count; index += 1) {
    const place = places[index] ?? -1;
    const state = place < 0 ? queued : cellStates.indexOf(stateAt(cells, place));
    states[index] = state;
    sums[state] = (sums[state] ?? 0) + 1;
  }
  const reviewed = new Set(cells.reviewed);
  const facts = (index: number): CellFacts => {
    const state = cellStates[states[index] ?? queued] ?? "queued";
    const place = places[index] ?? -1;
    if (place < 0) return { line: index + 1, state, jobId: null };
    return { line: index + 1, state, ...columnFacts(cells, place), isReviewed: reviewed.has(place) };
  };
  const counts = stateCounts((state) => sums[cellStates.indexOf(state)] ?? 0);
  return { count, states, counts, facts, cells, places };
}

function columnFacts(cells: BatchCells, place: number) {
  const errorCode = cells.errorCodes[cells.error[place] ?? -1];
  return {
    jobId: cells.jobId[place] ?? null,
    taskId: cells.tasks[cells.task[place] ?? -1] ?? "",
    variant: cells.variants[cells.variant[place] ?? -1] ?? "",
    repeat: cells.repeat[place] ?? 1,
    ...(errorCode === undefined ? {} : { errorCode }),
    attempts: cells.attempts[place] ?? 0,
    steps: cells.steps[place] ?? 0,
    wallMilliseconds: cells.wallMilliseconds[place] ?? 0,
    costUsd: cells.costUsd[place] ?? 0,
  };
}

const placeOf = (names: readonly string[], name: string | undefined): number =>
  name === undefined ? -1 : names.indexOf(name);

/** The indexes of the cells that are meant, in order; null: all are. */
export function matching(field: CellField, filter: CellFilter): readonly number[] | null {
  const { outcome, errorCode, cause, taskId, variant } = filter;
  if ([outcome, errorCode, cause, taskId, variant].every((asked) => asked === undefined)) return null;
  const { cells, states, places } = field;
  const state = isCellState(outcome) ? cellStates.indexOf(outcome) : -1;
  const error = placeOf(cells.errorCodes, errorCode);
  const why = placeOf(cells.causes, cause);
  const task = placeOf(cells.tasks, taskId);
  const model = placeOf(cells.variants, variant);
  const hasError = (place: number): boolean =>
    errorCode === "none" ? cells.error[place] === null : error >= 0 && cells.error[place] === error;
  const found: number[] = [];
  for (let index = 0; index < field.count; index += 1) {
    if (outcome !== undefined && states[index] !== state) continue;
    const place = places[index] ?? -1;
    const fits =
      place < 0
        ? errorCode === undefined && cause === undefined && taskId === undefined && variant === undefined
        : (errorCode === undefined || hasError(place)) &&
          (cause === undefined || (why >= 0 && cells.cause[place] === why)) &&
          (taskId === undefined || cells.task[place] === task) &&
          (variant === undefined || cells.variant[place] === model);
    if (fits) found.push(index);
  }
  return found;
}
