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
    ...[name, current === undefined ? status : `${status}, running`, expression, timezone],
    ...[String(lineCount), moment(nextAt)],
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
  const side = (when: string, batch: ScheduleDiff["after"] | null): readonly (readonly string[])[] => {
    if (batch === null) return [];
    const { batchName, successes, runs, costUsd, milliseconds } = batch;
    const success = `${successes}/${runs} ${percent(runs === 0 ? null : successes / runs)}`;
    return [
      [when, batchName, success, dollars(costUsd), milliseconds === null ? "-" : seconds(milliseconds)],
    ];
  };
  table(["", "batch", "success", "cost", "time"], [...side("before", before), ...side("now", after)]);
  const row = (kind: string, task: Task, was: string, now: string, why = ""): readonly string[] => {
    const { taskId, quarantined, jobId = "" } = task;
    return [kind, quarantined ? `${taskId} (quarantined)` : taskId, was, now, why, jobId];
  };
  const rows = [
    ...(["broken", "fixed", "flaky"] as const).flatMap((kind) =>
      diff[kind].map((task) => row(kind, task, share(task.before), share(task.after), task.reason)),
    ),
    ...diff.slower.map((task) => row("slower", task, seconds(task.usual), seconds(task.now))),
    ...diff.dearer.map((task) => row("dearer", task, dollars(task.usual), dollars(task.now))),
  ];
  if (rows.length > 0) {
    out("");
    table(["", "task", "before", "now", "why", "job"], rows.slice(0, mostListed));
  }
  if (rows.length > mostListed) out(`and ${rows.length - mostListed} more (--format json)`);
  if (diff.added.length > 0) out(`new: ${diff.added.slice(0, mostListed).join(", ")}`);
  if (diff.missing.length > 0) out(`gone: ${diff.missing.slice(0, mostListed).join(", ")}`);
}

type Task = Pick<ScheduleDiff["broken"][number], "taskId" | "quarantined" | "jobId">;
const share = (tally: ScheduleDiff["broken"][number]["before"]): string =>
  tally === null ? "-" : `${tally.successes}/${tally.runs}`;
