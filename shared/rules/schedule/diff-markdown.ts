import type { ChangedTask, DiffSide, RisenTask, ScheduleDiff } from "../../contracts/batch/schedule-diff.ts";
import { markdownRow, markdownText } from "../export/markdown-text.ts";

/** Of one list, in a comment that people read. */
const mostRows = 30;

/** A run's diff for a pull request's comment, a chat or a job's summary. Nothing that an agent or a device said is Markdown there. */
export function diffMarkdown(diff: ScheduleDiff): string {
  const { schedule, after, before, status } = diff;
  const rows = [
    ...some(diff.broken, diff.counts.broken, (task) => changedRow("broken", task)),
    ...some(diff.fixed, diff.counts.fixed, (task) => changedRow("fixed", task)),
    ...some(diff.flaky, diff.counts.flaky, (task) =>
      changedRow(`flaky (${task.changes} of ${task.of})`, task),
    ),
    ...some(diff.slower, diff.counts.slower, (task) => risenRow("slower", task, seconds)),
    ...some(diff.dearer, diff.counts.dearer, (task) => risenRow("dearer", task, dollars)),
  ];
  const compared =
    before === null
      ? "This is the first run: there is no earlier run to compare with."
      : sideLine("Before", before);
  return [
    `### Schedule ${markdownText(schedule)}: ${diffWords(diff)}`,
    "",
    `${sideLine("Now", after)}${status === "finished" ? "" : ` · the batch was ${status}`}`,
    compared,
    ...(rows.length === 0
      ? []
      : [
          "",
          markdownRow(["", "task", "before", "now", "why", "job"]),
          markdownRow(["---", "---", "--:", "--:", "---", "---"]),
          ...rows,
        ]),
    ...missingLine("New", diff.added),
    ...missingLine("Gone", diff.missing),
    "",
  ].join("\n");
}

/** `1 broken, 2 fixed`, or that nothing changed. */
export function diffWords({ counts, before }: Pick<ScheduleDiff, "counts" | "before">): string {
  const said = (["broken", "fixed", "flaky", "slower", "dearer"] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind]} ${kind}`);
  return said.length > 0 ? said.join(", ") : before === null ? "first run" : "nothing changed";
}

function sideLine(when: string, { batchName, runs, successes, costUsd, milliseconds }: DiffSide): string {
  const share =
    runs === 0
      ? "no conclusive run"
      : `${successes} of ${runs} succeeded (${((100 * successes) / runs).toFixed(1)} %)`;
  const figures = [
    costUsd === null ? [] : dollars(costUsd),
    milliseconds === null ? [] : minutes(milliseconds),
  ].flat();
  return [`${when}: ${markdownText(batchName)}: ${share}`, ...figures].join(" · ");
}

function some<Task>(tasks: readonly Task[], count: number, row: (task: Task) => string): string[] {
  const rows = tasks.slice(0, mostRows).map(row);
  return count > rows.length
    ? [...rows, markdownRow([`and ${count - rows.length} more`, "", "", "", "", ""])]
    : rows;
}

const taskWords = ({ taskId, quarantined }: ChangedTask): string =>
  `${markdownText(taskId)}${quarantined ? " (quarantined)" : ""}`;

const share = (tally: ChangedTask["before"]): string =>
  tally === null ? "-" : `${tally.successes}/${tally.runs}`;

const changedRow = (kind: string, task: ChangedTask): string =>
  markdownRow([
    kind,
    taskWords(task),
    share(task.before),
    share(task.after),
    markdownText(task.reason ?? ""),
    task.jobId ?? "",
  ]);

const risenRow = (kind: string, task: RisenTask, written: (value: number) => string): string =>
  markdownRow([kind, taskWords(task), written(task.usual), written(task.now), "", task.jobId ?? ""]);

const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;
const minutes = (milliseconds: number): string =>
  milliseconds < 60_000 ? seconds(milliseconds) : `${(milliseconds / 60_000).toFixed(1)} min`;
const dollars = (usd: number): string => `$${usd.toFixed(usd === 0 || usd >= 1 ? 2 : 4)}`;

const missingLine = (word: string, tasks: readonly string[]): string[] =>
  tasks.length === 0
    ? []
    : [
        "",
        `${word}: ${tasks.slice(0, mostRows).map(markdownText).join(", ")}${tasks.length > mostRows ? ", …" : ""}`,
      ];
