import type { BatchStatistics, GroupStatistics } from "#shared/contracts/batch/batch-statistics.ts";
import { shownCounts } from "#shared/rules/shown-outcome.ts";
import { describeQuestionCounts } from "#shared/rules/statistics/question-counts.ts";
import { dollars, percent, seconds } from "../terminal/figures.ts";
import { table } from "../terminal/table.ts";
import { out, plain } from "../terminal/terminal.ts";
import { groupTable } from "./group-table.ts";

const rates = [
  ...(["runs", "success", "these tasks", "tasks like these", "weighted"] as const),
  ...(["flips", "progress", "false", "side effects"] as const),
];
const uses = ["cost", "a success", "a run", "steps", "tokens", "time", "queued", "on a device"] as const;
const mostListed = 5;

/** What a batch came to, for people, on stdout. */
export function reportStatistics(statistics: BatchStatistics): void {
  const { all, variants, tags, items } = statistics;
  const groups = [
    { name: "all", statistics: all },
    ...(variants.length > 1 ? variants.map((one) => ({ ...one, name: one.variant })) : []),
    ...tags.map((one) => ({ ...one, name: `#${one.tag}` })),
  ];
  const of = items.lines === undefined ? "" : ` of ${items.lines}`;
  out(
    `${items.ended}${of} ended, ${items.running} running, ${items.deferred} deferred, ${items.skipped} skipped`,
  );
  out("");
  groupTable(groups, rates);
  out("");
  groupTable(groups, uses);
  if (all.unpricedAttempts > 0)
    out(`${all.unpricedAttempts} attempts used a model without a known price: their cost is not counted`);
  reportPasses(all);
  reportInfrastructure(all);
  if (all.questions.runs > 0) out(`questions   ${describeQuestionCounts(all.questions)}`);
  reportTasks(statistics);
  reportQuarantined(statistics);
  reportEarlyStops(statistics);
  for (const { at, by, reason, change } of statistics.changes)
    out(`changed     ${at.slice(0, 19)} by ${plain(by)}: ${plain(change)} (${plain(reason)})`);
}

function reportQuarantined({ quarantined }: BatchStatistics): void {
  if (quarantined === undefined) return;
  const { tasks, statistics, others } = quarantined;
  const { runs, successes } = statistics.success;
  const names = tasks.slice(0, 10).join(", ");
  out(
    `quarantined ${names}${tasks.length > 10 ? ", …" : ""}: ${successes} of ${runs} succeeded; they do not fail CI`,
  );
  out(`the others  ${others.successes} of ${others.runs} succeeded (${percent(others.rate)})`);
}

function reportPasses({ passes }: GroupStatistics): void {
  if (passes.length < 2) return;
  out("");
  table(
    ["k", "tasks", "pass@k", "pass^k"],
    passes.map(({ k, tasks, passAtK, passHatK }) => [
      String(k),
      String(tasks),
      percent(passAtK),
      percent(passHatK),
    ]),
  );
}

function reportInfrastructure({ outcomes, unverified = 0, infrastructure }: GroupStatistics): void {
  const apart = shownCounts({ outcomes, unverified }).filter(
    ([outcome]) => outcome !== "succeeded" && outcome !== "failed",
  );
  if (apart.length === 0 && infrastructure.lostAttempts === 0) return;
  out("");
  if (apart.length > 0)
    out(`not counted  ${apart.map(([outcome, count]) => `${count} ${outcome}`).join(", ")}`);
  const codes = Object.entries(infrastructure.errorCodes).sort(([, one], [, other]) => other - one);
  const named = codes.map(([code, count]) => `${count} ${plain(code)}`).join(", ");
  out(
    `infrastructure  ${percent(infrastructure.share)} inconclusive, ${infrastructure.lostAttempts} attempts lost${named ? `: ${named}` : ""}`,
  );
}

function reportTasks({ variants, flakiest, slowest, dearest }: BatchStatistics): void {
  const list = (name: string, ranked: BatchStatistics["slowest"], value: (value: number) => string): void => {
    const words = ranked.slice(0, mostListed).map((one) => {
      const variant = variants.length > 1 ? ` (${one.variant})` : "";
      return `${one.taskId}${variant} ${value(one.value)}`;
    });
    if (words.length > 0) out(`${name.padEnd(11)} ${words.join(", ")}`);
  };
  out("");
  list("flakiest", flakiest, percent);
  list("slowest", slowest, seconds);
  list("costliest", dearest, dollars);
}

function reportEarlyStops({ earlyStops }: BatchStatistics): void {
  const { items, savedUsd, savedDeviceMilliseconds, unknown } = earlyStops;
  if (items === 0) return;
  const rest = unknown > 0 ? `, ${unknown} of unknown cost` : "";
  out(
    `saved       ${dollars(savedUsd)} and ${seconds(savedDeviceMilliseconds)} on devices by ${items} skipped repetitions${rest}`,
  );
}
