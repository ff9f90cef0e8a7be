import type { BatchResult } from "#shared/contracts/batch/batch-result.ts";
import { tokensUsed } from "#shared/rules/statistics/ended-run.ts";
import { countsAsRun } from "#shared/rules/statistics/stop-when.ts";

/** What the specification asks of simple tasks and of all (docs/spec.md A8), and what these runs came to. */
export interface Target {
  readonly name: string;
  readonly of: string;
  readonly wanted: string;
  /** Null: nothing counts, or it is not known. */
  readonly value: number | null;
  readonly unit: "share" | "number" | "usd" | "seconds";
  readonly met: boolean | null;
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Simple tasks are those of level easy. */
export function targetsOf(results: readonly BatchResult[]): readonly Target[] {
  const counted = results.filter(({ outcome }) => outcome !== undefined && countsAsRun(outcome));
  const easy = counted.filter(({ tags }) => tags.includes("level:easy"));
  const share = (runs: readonly BatchResult[], is: (run: BatchResult) => boolean) =>
    mean(runs.map((run) => Number(is(run))));
  const last = easy.flatMap(({ attempts }) => attempts.at(-1) ?? []);
  const usd = last.every(({ costUsd }) => costUsd !== undefined)
    ? mean(last.map(({ costUsd = 0 }) => costUsd))
    : null;
  const target = (
    [name, of, wanted]: readonly [string, string, string],
    value: number | null,
    unit: Target["unit"],
    isMet: (value: number) => boolean,
  ): Target => ({ name, of, wanted, value, unit, met: value === null ? null : isMet(value) });
  const succeeded = share(counted, ({ outcome }) => outcome === "succeeded");
  const falsely = share(counted, ({ falseComplete }) => falseComplete === true);
  return [
    target(["completion", "all", "> 95 %"], succeeded, "share", (value) => value > 0.95),
    target(
      ["steps", "easy, mean", "< 3"],
      mean(last.map(({ steps }) => steps)),
      "number",
      (value) => value < 3,
    ),
    target(
      ["tokens", "easy, mean", "< 1,000"],
      mean(last.map(tokensUsed)),
      "number",
      (value) => value < 1_000,
    ),
    target(["cost", "easy, mean", "< $0.002"], usd, "usd", (value) => value < 0.002),
    target(
      ["time", "easy, mean", "< 15 s"],
      mean(
        last.map(
          ({ wallMilliseconds, queuedMilliseconds }) => (wallMilliseconds - queuedMilliseconds) / 1_000,
        ),
      ),
      "seconds",
      (value) => value < 15,
    ),
    target(["false claims", "all", "< 5 %"], falsely, "share", (value) => value < 0.05),
  ];
}
