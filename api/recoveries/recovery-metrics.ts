import type { RecoveryCounts, RecoveryOutcome, RecoveryTools } from "#shared/contracts/recovery/recovery.ts";
import type { RecoveryMetrics } from "#shared/contracts/recovery/recovery-metrics.ts";

export interface EndedRecovery {
  readonly outcome: RecoveryOutcome;
  readonly counts: RecoveryCounts;
}

/** A share of nothing is unknown, not 0. */
const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

const toolNames = [
  "locator",
  "executor",
  "validator",
  "screenshot",
] as const satisfies readonly (keyof RecoveryTools)[];

/** The figures of E7 over any number of recoveries that have ended; docs/recovery.md has the formulas. */
export function recoveryMetrics(all: readonly EndedRecovery[]): RecoveryMetrics {
  // Plans that were not carried out do not count.
  const ended = all.filter(({ outcome }) => outcome !== "planned");
  const recovered = ended.filter(({ outcome }) => outcome === "recovered");
  const count = (outcome: RecoveryOutcome): number => all.filter((one) => one.outcome === outcome).length;
  const hits = (tool: keyof RecoveryTools): number => sum(ended, ({ counts }) => counts.tools[tool].hits);
  const calls = (tool: keyof RecoveryTools): number => sum(ended, ({ counts }) => counts.tools[tool].calls);
  const replans = sum(ended, ({ counts }) => counts.replans);
  return {
    recoveries: ended.length,
    outcomes: {
      recovered: recovered.length,
      not_recovered: count("not_recovered"),
      infeasible: count("infeasible"),
      aborted: count("aborted"),
      planned: count("planned"),
    },
    successRate: share(recovered.length, ended.length),
    averageMilliseconds: share(
      sum(recovered, ({ counts }) => counts.milliseconds),
      recovered.length,
    ),
    replans,
    averageReplans: share(replans, ended.length),
    toolAccuracy: {
      all: share(sum(toolNames, hits), sum(toolNames, calls)),
      locator: share(hits("locator"), calls("locator")),
      executor: share(hits("executor"), calls("executor")),
      validator: share(hits("validator"), calls("validator")),
      screenshot: share(hits("screenshot"), calls("screenshot")),
    },
    stepEfficiency: share(
      sum(ended, ({ counts }) => counts.succeededSteps),
      sum(ended, ({ counts }) => counts.tries),
    ),
  };
}
