import { describe, expect, it } from "vitest";
import { diffRuns } from "#batches/schedules/diff-runs.ts";
import { runsOfBatch } from "#batches/task-history/runs-of-batch.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import type { BatchItem } from "#shared/contracts/batch/batch-item.ts";
import { ScheduleName, ScheduleRunId } from "#shared/contracts/batch/schedule.ts";
import { ScheduleDiff } from "#shared/contracts/batch/schedule-diff.ts";
import type { TaskRun } from "#shared/contracts/batch/task-runs.ts";
import type { JobOutcome } from "#shared/contracts/job/job.ts";
import { BatchName, TaskId } from "#shared/contracts/values/batch-ids.ts";
import { BatchId } from "#shared/contracts/values/ids.ts";
import { withRuns } from "#shared/rules/batch/with-runs.ts";
import { diffMarkdown } from "#shared/rules/schedule/diff-markdown.ts";
import { item } from "../../shared/rules/statistics/items.ts";

const schedule = ScheduleName.parse("nightly");

/** Of one run: by task what its repetitions came to; a text of several outcomes is attempts of one. */
type Came = Readonly<Record<string, readonly (JobOutcome | readonly JobOutcome[])[]>>;
interface More {
  readonly seconds?: number;
  readonly usd?: number;
  readonly reason?: string;
}

const itemsOf = (came: Came, { seconds = 60, usd = 0.1, reason = "It did not." }: More = {}): BatchItem[] =>
  Object.entries(came).flatMap(([taskId, repetitions]) =>
    repetitions.map((one, index) =>
      item({
        taskId,
        epoch: index + 1,
        outcomes: [one].flat() as JobOutcome[],
        last: { wallMilliseconds: seconds * 1_000, costUsd: usd, outcomeReason: reason },
      }),
    ),
  );

/** A schedule's runs one after the other; answers the diff of the last. */
function diffOf(nights: readonly BatchItem[][], quarantined: readonly string[] = []): ScheduleDiff {
  const history = new Map<TaskId, readonly TaskRun[]>();
  const sides = nights.map((items, night) => {
    const runId = ScheduleRunId.parse(`202601${String(night + 1).padStart(2, "0")}T020000Z`);
    const batch = {
      batchId: BatchId.parse(`01B${String(night).padStart(23, "0")}`),
      name: BatchName.parse(`nightly-${runId}`),
    } satisfies Partial<Batch>;
    for (const [taskId, runs] of runsOfBatch(
      batch,
      items,
      `2026-01-${String(night + 1).padStart(2, "0")}T03:00:00.000Z`,
    ))
      history.set(taskId, withRuns(history.get(taskId) ?? [], runs));
    const side = {
      runId,
      batchId: batch.batchId,
      batchName: batch.name,
      runs: 1,
      successes: 1,
      costUsd: 1,
      milliseconds: 1_000,
    };
    return { side, items };
  });
  const after = sides.at(-1);
  if (after === undefined) throw new Error("there is no run");
  const diff = diffRuns({
    schedule,
    at: "2026-02-01T03:00:00.000Z",
    status: "finished",
    before: sides.at(-2) ?? null,
    after,
    history,
    quarantined: new Set(quarantined.map((one) => TaskId.parse(one))),
  });
  return ScheduleDiff.parse(diff);
}
const ids = (tasks: readonly { readonly taskId: string }[]) => tasks.map(({ taskId }) => taskId);
const S = "succeeded" as const;
const F = "failed" as const;

describe("what a schedule's run changed", () => {
  it("is fixed or broken by what most repetitions come to; what is new or gone is named", () => {
    const diff = diffOf([
      itemsOf({ wifi: [S], alarm: [F, F, F], same: [S], old: [S] }),
      itemsOf({ wifi: [F], alarm: [S, S, S], same: [S], fresh: [S] }),
    ]);
    expect(diff).toMatchObject({
      counts: { fixed: 1, broken: 1, flaky: 0, slower: 0, dearer: 0 },
      broken: [
        {
          taskId: "wifi",
          before: { runs: 1, successes: 1 },
          after: { runs: 1, successes: 0 },
          reason: "It did not.",
        },
      ],
      fixed: [{ taskId: "alarm" }],
      added: ["fresh"],
      missing: ["old"],
    });
  });

  it("is flaky when repetitions or attempts do not agree, or a small majority turned", () => {
    const diff = diffOf([
      itemsOf({ mixed: [S, S, S], turned: [S, S, F], tried: [S] }),
      itemsOf({ mixed: [S, S, F], turned: [S, F, F], tried: [[F, S]] }),
    ]);
    expect(ids(diff.flaky)).toEqual(["mixed", "turned", "tried"]);
    expect(diff.counts).toMatchObject({ fixed: 0, broken: 0 });
  });

  it("is broken and fixed once without being flaky, and flaky when it keeps on turning", () => {
    const one = (...outcomes: JobOutcome[]) => outcomes.map((outcome) => itemsOf({ wifi: [outcome] }));
    expect(diffOf(one(S, F)).counts).toMatchObject({ broken: 1, flaky: 0 });
    expect(diffOf(one(S, F, S)).counts).toMatchObject({ fixed: 1, flaky: 0 });
    expect(diffOf(one(S, F, S, F))).toMatchObject({
      counts: { broken: 0, flaky: 1 },
      flaky: [{ taskId: "wifi", changes: 3, of: 3 }],
    });
  });

  it("is not what the farm broke: a run that counts for nothing is neither broken nor fixed", () => {
    const diff = diffOf([itemsOf({ wifi: [S] }), itemsOf({ wifi: ["inconclusive"] })]);
    expect(diff.counts).toMatchObject({ broken: 0, fixed: 0, flaky: 0 });
    expect(diff.missing).toEqual(["wifi"]);
  });

  it("is slower or dearer beyond what the task's own runs vary by, and not within", () => {
    const steady = [60, 61, 59, 60, 62].map((seconds) =>
      itemsOf({ wifi: [S] }, { seconds, usd: seconds / 1_000 }),
    );
    expect(diffOf([...steady, itemsOf({ wifi: [S] }, { seconds: 70, usd: 0.07 })]).counts).toMatchObject({
      slower: 0,
      dearer: 0,
    });
    expect(diffOf([...steady, itemsOf({ wifi: [S] }, { seconds: 90, usd: 0.09 })])).toMatchObject({
      counts: { slower: 1, dearer: 1 },
      slower: [{ taskId: "wifi", usual: 60_000, now: 90_000 }],
    });
    const wild = [20, 90, 40, 110, 60].map((seconds) => itemsOf({ wifi: [S] }, { seconds }));
    expect(diffOf([...wild, itemsOf({ wifi: [S] }, { seconds: 120 })]).counts.slower).toBe(0);
  });

  it("is said of one earlier run only when it is twice as much, and never of a run that failed", () => {
    const before = itemsOf({ wifi: [S] }, { seconds: 60 });
    expect(diffOf([before, itemsOf({ wifi: [S] }, { seconds: 100 })]).counts.slower).toBe(0);
    expect(diffOf([before, itemsOf({ wifi: [S] }, { seconds: 130 })]).counts.slower).toBe(1);
    expect(diffOf([before, itemsOf({ wifi: [F] }, { seconds: 600 })]).counts.slower).toBe(0);
  });

  it("as Markdown says what it is and does nothing, whatever a device said", () => {
    const hostile = "![x](https://evil.example/p.png) <img src=x> @everyone | `rm` \n# Title ::error::";
    const markdown = diffMarkdown(
      diffOf(
        [itemsOf({ wifi: [S], alarm: [F] }), itemsOf({ wifi: [F], alarm: [S] }, { reason: hostile })],
        ["wifi"],
      ),
    );
    expect(markdown).toContain("### Schedule nightly: 1 broken, 1 fixed");
    expect(markdown).toMatch(/\| broken \| wifi \(quarantined\) \| 1\/1 \| 0\/1 \|/);
    expect(markdown).not.toMatch(/<img|@everyone|!\[|https:\/\/evil|\n# Title|::error/);
    expect(markdown.split("\n").filter((line) => line.startsWith("| broken"))).toHaveLength(1);
  });

  it("of the first run says that there is none to compare it with", () => {
    const markdown = diffMarkdown(diffOf([itemsOf({ wifi: [S] })]));
    expect(markdown).toContain("### Schedule nightly: first run");
    expect(markdown).toContain("This is the first run");
  });
});
