import type { GroupStatistics } from "#shared/contracts/batch/batch-statistics.ts";
import { amount, dollars, percent, percents, seconds, spread } from "../terminal/figures.ts";
import { table } from "../terminal/table.ts";

/** What can be said of a group of runs, by the heading that it stands under. */
const figures = {
  tasks: ({ success }) => String(success.tasks),
  runs: ({ success }) => String(success.runs),
  success: ({ success }) => percent(success.rate),
  "these tasks": ({ success }) => percents(success.wilson),
  "tasks like these": ({ success }) => percents(success.clustered),
  weighted: ({ success }) => percent(success.weightedRate),
  flips: ({ flipRate }) => percent(flipRate),
  progress: ({ progress }) => percent(progress),
  false: ({ falseComplete }) => percent(falseComplete.share),
  "side effects": ({ sideEffects }) => percent(sideEffects.share),
  cost: ({ costUsd, unpricedAttempts }) => (costUsd === 0 && unpricedAttempts > 0 ? "-" : dollars(costUsd)),
  "a success": ({ usdPerSuccess }) => dollars(usdPerSuccess),
  "a run": ({ usd }) => spread(usd, dollars),
  steps: ({ steps }) => spread(steps, amount),
  tokens: ({ tokens }) => spread(tokens, amount),
  time: ({ wallMilliseconds }) => spread(wallMilliseconds, seconds),
  queued: ({ queuedMilliseconds }) => spread(queuedMilliseconds, seconds),
  "on a device": ({ deviceMilliseconds }) => spread(deviceMilliseconds, seconds),
} satisfies Readonly<Record<string, (group: GroupStatistics) => string>>;

interface NamedGroup {
  readonly name: string;
  readonly statistics: GroupStatistics;
}

/** A row for each group, with these figures of it. */
export const groupTable = (groups: readonly NamedGroup[], shown: readonly (keyof typeof figures)[]): void =>
  table(
    ["", ...shown],
    groups.map(({ name, statistics }) => [name, ...shown.map((heading) => figures[heading](statistics))]),
  );
