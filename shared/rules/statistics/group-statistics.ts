import type { ItemAttempt } from "../../contracts/batch/batch-item.ts";
import type { GroupStatistics, SuccessRate } from "../../contracts/batch/batch-statistics.ts";
import { roundUsd } from "../../values/round-usd.ts";
import {
  type EndedRun,
  grouped,
  isCounted,
  outcomeCounts,
  tallyOf,
  taskAndVariant,
  tokensUsed,
} from "./ended-run.ts";
import { flipRate, passRows } from "./pass-at-k.ts";
import { quartiles } from "./quartiles.ts";
import { addedCounts } from "./question-counts.ts";
import { clusteredInterval, clusteredStandardError, wilsonInterval } from "./rate-interval.ts";
import { share, sumOf } from "./share.ts";

/** Of any set of items that ended: all of a batch, a variant's, a tag's. */
export function groupStatistics(runs: readonly EndedRun[]): GroupStatistics {
  const counted = runs.filter(isCounted);
  const perTask = [...grouped(counted, taskAndVariant).values()].map(tallyOf);
  const last = counted.map((run) => run.last);
  const of = (value: (attempt: ItemAttempt) => number | undefined) =>
    quartiles(last.map(value).filter((one) => one !== undefined));
  return {
    ended: runs.length,
    outcomes: outcomeCounts(runs),
    unverified: runs.filter(({ unverified }) => unverified).length,
    success: successRate(counted),
    reviewed: {
      runs: runs.filter(({ reviewed }) => reviewed).length,
      overturned: runs.filter(({ overturned }) => overturned).length,
    },
    infrastructure: infrastructure(runs),
    passes: [...passRows(perTask)],
    flipRate: mean(perTask.map(flipRate)),
    ...judged(last),
    questions: questionsOf(last),
    ...money(runs),
    steps: of(({ steps }) => steps),
    tokens: of(tokensUsed),
    usd: of(({ costUsd }) => costUsd),
    wallMilliseconds: of(({ wallMilliseconds }) => wallMilliseconds),
    queuedMilliseconds: of(({ queuedMilliseconds }) => queuedMilliseconds),
    deviceMilliseconds: of(({ deviceMilliseconds }) => deviceMilliseconds),
  };
}

/** `counted`: only runs that count. A task is one cluster, with whatever variants it was run. */
function successRate(counted: readonly EndedRun[]): SuccessRate {
  const tasks = [...grouped(counted, ({ taskId }) => taskId).values()].map(tallyOf);
  const { runs, successes } = tallyOf(counted);
  const weightOf = ({ weight }: EndedRun): number => weight;
  const succeeded = counted.filter(({ outcome }) => outcome === "succeeded");
  return {
    runs,
    successes,
    tasks: tasks.length,
    rate: share(successes, runs),
    wilson: wilsonInterval(successes, runs),
    clustered: clusteredInterval(tasks),
    standardError: clusteredStandardError(tasks),
    weightedRate: share(sumOf(succeeded, weightOf), sumOf(counted, weightOf)),
  };
}

function infrastructure(runs: readonly EndedRun[]): GroupStatistics["infrastructure"] {
  const errorCodes: Record<string, number> = {};
  for (const { last } of runs) {
    if (last.errorCode !== undefined) errorCodes[last.errorCode] = (errorCodes[last.errorCode] ?? 0) + 1;
  }
  const inconclusive = runs.filter(({ outcome }) => outcome === "inconclusive").length;
  return {
    inconclusive,
    share: share(inconclusive, runs.length),
    lostAttempts: sumOf(runs, ({ lostAttempts }) => lostAttempts),
    errorCodes,
  };
}

function judged(
  last: readonly ItemAttempt[],
): Pick<GroupStatistics, "progress" | "falseComplete" | "sideEffects"> {
  const claims = last.filter(({ falseComplete }) => falseComplete !== undefined);
  const falseClaims = claims.filter(({ falseComplete }) => falseComplete).length;
  const compared = last.filter(({ sideEffects }) => sideEffects !== undefined);
  const changing = compared.filter(({ sideEffects = 0 }) => sideEffects > 0).length;
  return {
    progress: mean(last.map(({ progress }) => progress ?? null)),
    falseComplete: { runs: falseClaims, of: claims.length, share: share(falseClaims, claims.length) },
    sideEffects: {
      runs: changing,
      of: compared.length,
      share: share(changing, compared.length),
      changes: sumOf(compared, ({ sideEffects = 0 }) => sideEffects),
    },
  };
}

function questionsOf(last: readonly ItemAttempt[]): GroupStatistics["questions"] {
  const asked = last.flatMap(({ questions }) => questions ?? []);
  return { runs: asked.length, ...addedCounts(asked) };
}

function money(
  runs: readonly EndedRun[],
): Pick<GroupStatistics, "attempts" | "costUsd" | "unpricedAttempts" | "usdPerSuccess"> {
  const costUsd = roundUsd(sumOf(runs, (run) => run.costUsd));
  const unpricedAttempts = sumOf(runs, (run) => run.unpricedAttempts);
  const { successes } = tallyOf(runs);
  const known = unpricedAttempts === 0 && runs.some(({ last }) => last.costUsd !== undefined);
  return {
    attempts: sumOf(runs, ({ attempts }) => attempts),
    costUsd,
    unpricedAttempts,
    usdPerSuccess: known ? share(costUsd, successes) : null,
  };
}

function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return share(
    sumOf(known, (value) => value),
    known.length,
  );
}
