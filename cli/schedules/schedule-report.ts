import type { PublicRun, ScheduleResponse } from "#shared/contracts/api/responses/schedule-response.ts";
import type { ScheduleDiff } from "#shared/contracts/batch/schedule-diff.ts";
import { diffWords } from "#shared/rules/schedule/diff-markdown.ts";
import { dollars, percent, seconds } from "../terminal/figures.ts";
import { table } from "../terminal/table.ts";
import { out, plain } from "../terminal/terminal.ts";

const moment = (at: string | undefined): string =>
  at === undefined ? "-" : `${at.slice(0, 16).replace("T", " ")} UTC`;

export const whenWords = ({ expression, timezone, nextAt, status }: ScheduleResponse): string =>
  `by ${expression} (${timezone}), ${status === "paused" ? "and is paused" : `next ${moment(nextAt)}`}`;

export function reportSchedules(schedules: readonly ScheduleResponse[]): void {
  const rows = schedules.map(({ name, status, expression, timezone, lineCount, nextAt, current }) => [
    name,
    current === undefined ? status : `${status}, runs`,
    expression,
    timezone,
    String(lineCount),
    moment(nextAt),
  ]);
  table(["schedule", "status", "when", "zone", "jobs", "next"], rows);
}

const successOf = ({ figures }: PublicRun): string =>
  figures === undefined ? "-" : `${figures.successes}/${figures.runs}`;

export function reportRuns(runs: readonly PublicRun[]): void {
  const rows = runs.map((run) => [
    run.runId,
    run.trigger === "person" ? `${run.status} (asked for)` : run.status,
    successOf(run),
    run.figures === undefined ? "-" : dollars(run.figures.costUsd),
    changesOf(run),
    run.batchId === undefined ? (run.reason ?? "-").slice(0, 80) : run.batchName,
  ]);
  table(["run", "status", "success", "cost", "changes", "batch"], rows);
}

const changesOf = ({ changes, comparedWith }: PublicRun): string =>
  changes === undefined
    ? "-"
    : comparedWith === undefined
      ? "first run"
      : diffWords({ counts: changes, before: {} as ScheduleDiff["before"] });

const mostListed = 50;

/** A run's diff, for people. */
export function reportDiff(diff: ScheduleDiff): void {
  const { before, after } = diff;
  out(plain(`schedule ${diff.schedule}: ${diffWords(diff)}`));
  table(
    ["", "batch", "success", "cost", "time"],
    [["before", before] as const, ["now", after] as const].flatMap(([when, side]) =>
      side === null
        ? []
        : [
            [
              when,
              side.batchName,
              `${side.successes}/${side.runs} ${percent(side.runs === 0 ? null : side.successes / side.runs)}`,
              dollars(side.costUsd),
              side.milliseconds === null ? "-" : seconds(side.milliseconds),
            ],
          ],
    ),
  );
  const rows = [
    ...(["broken", "fixed", "flaky"] as const).flatMap((kind) =>
      diff[kind].map((task) => [
        kind,
        named(task),
        share(task.before),
        share(task.after),
        task.reason ?? "",
        task.jobId ?? "",
      ]),
    ),
    ...diff.slower.map((task) => [
      "slower",
      named(task),
      seconds(task.usual),
      seconds(task.now),
      "",
      task.jobId ?? "",
    ]),
    ...diff.dearer.map((task) => [
      "dearer",
      named(task),
      dollars(task.usual),
      dollars(task.now),
      "",
      task.jobId ?? "",
    ]),
  ];
  if (rows.length > 0) {
    out("");
    table(["", "task", "before", "now", "why", "job"], rows.slice(0, mostListed));
  }
  if (rows.length > mostListed) out(`and ${rows.length - mostListed} more (--format json)`);
  if (diff.added.length > 0) out(`new: ${diff.added.slice(0, mostListed).join(", ")}`);
  if (diff.missing.length > 0) out(`gone: ${diff.missing.slice(0, mostListed).join(", ")}`);
}

const named = ({ taskId, quarantined }: ScheduleDiff["broken"][number]): string =>
  quarantined ? `${taskId} (quarantined)` : taskId;
const share = (tally: ScheduleDiff["broken"][number]["before"]): string =>
  tally === null ? "-" : `${tally.successes}/${tally.runs}`;
