import { createHash } from "node:crypto";
import type { TaskParameter } from "#shared/contracts/batch/tasks-file.ts";
import { seededRandom } from "#shared/rules/statistics/seeded-random.ts";

export type Parameters = Readonly<Record<string, TaskParameter>>;

/** One value for each parameter. */
export interface Combination {
  readonly values: ReadonlyMap<string, string>;
  /** What tells the task's id from those of its other combinations; empty when nothing varies. */
  readonly suffix: string;
}

/** How many combinations there are; more than can be made are counted too. */
export const countCombinations = (parameters: Parameters): number =>
  Object.values(parameters).reduce<number>((product, parameter) => product * valueCount(parameter), 1);

/**
 * All combinations, the last parameter running fastest; with `sample` only that number of them, drawn by `seed`. The same call answers the
 * same, and the combinations of a sample keep their order. Callers have made sure that there are not too many.
 */
export function combinations(
  parameters: Parameters,
  { sample, seed = 0 }: { readonly sample?: number | undefined; readonly seed?: number | undefined } = {},
): readonly Combination[] {
  const total = countCombinations(parameters);
  const wanted =
    sample === undefined || sample >= total
      ? Array.from({ length: total }, (_, index) => index)
      : drawn(sample, total, seed);
  const entries = Object.entries(parameters);
  return wanted.map((index) => combinationAt(entries, index));
}

function combinationAt(entries: readonly (readonly [string, TaskParameter])[], index: number): Combination {
  const values = new Map<string, string>();
  const parts: string[] = [];
  let rest = index;
  for (const [name, parameter] of entries.toReversed()) {
    const count = valueCount(parameter);
    const [value, ...fields] = valuesAt(name, parameter, rest % count);
    rest = Math.floor(rest / count);
    for (const [field, text] of [value, ...fields]) values.set(field, text);
    if (varies(parameter)) parts.unshift(idPart(value[1]));
  }
  return { values, suffix: parts.map((part) => `.${part}`).join("") };
}

/** Distinct numbers below `total` in their order (Floyd's way: as many draws as numbers, however large the total). */
function drawn(sample: number, total: number, seed: number): readonly number[] {
  const next = seededRandom(seed);
  const chosen = new Set<number>();
  for (let upper = total - sample; upper < total; upper += 1) {
    const candidate = Math.floor(next() * (upper + 1));
    chosen.add(chosen.has(candidate) ? upper : candidate);
  }
  return [...chosen].sort((one, other) => one - other);
}

type Varying = Extract<TaskParameter, object>;

/** A list is meant to grow, so that even one of a single value is part of the id. */
const varies = (parameter: TaskParameter): parameter is Varying => typeof parameter === "object";

function valueCount(parameter: TaskParameter): number {
  if (!varies(parameter)) return 1;
  if ("from" in parameter) return rangeCount(parameter);
  return parameter.length;
}

type Range = Extract<TaskParameter, { readonly from: number }>;

/** 0.1 + 0.2 shall reach 0.3. */
const slack = 1e-9;
const rangeCount = ({ from, to, step }: Range): number =>
  to < from ? 0 : Math.floor((to - from) / step + slack) + 1;

type NamedValue = readonly [name: string, value: string];

/** Of a record each field by its own name, the first of which tells it from others. */
function valuesAt(
  name: string,
  parameter: TaskParameter,
  index: number,
): readonly [NamedValue, ...NamedValue[]] {
  const given = Array.isArray(parameter) ? parameter[index] : undefined;
  if (typeof given !== "object") return [[name, parameterAt(parameter, index)]];
  const [first = [name, ""], ...rest] = Object.entries(given).map(
    ([field, value]): NamedValue => [`${name}.${field}`, String(value)],
  );
  return [first, ...rest];
}

function parameterAt(parameter: TaskParameter, index: number): string {
  if (!varies(parameter)) return String(parameter);
  if (!("from" in parameter)) return String(parameter[index]);
  const { from, step, pad = 1 } = parameter;
  const digits = Math.max(decimals(from), decimals(step));
  const value = from + index * step;
  const text = Math.abs(value).toFixed(digits);
  const padded = text.padStart(digits === 0 ? pad : pad + digits + 1, "0");
  return value < 0 && Number(text) !== 0 ? `-${padded}` : padded;
}

const decimals = (value: number): number => Math.min(String(value).split(".")[1]?.length ?? 0, 10);

/**
 * A value as a part of an id. What an id cannot hold is told apart by a hash, so that two values never make one id and a value's
 * id does not change when others join it.
 */
function idPart(value: string): string {
  const safe = value.replace(/[^A-Za-z0-9_-]+/g, "-").slice(0, 24);
  if (safe === value && value !== "") return value;
  const hash = createHash("sha256").update(value).digest("hex").slice(0, 6);
  return safe === "" ? hash : `${safe}-${hash}`;
}
