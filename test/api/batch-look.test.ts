import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BatchCauses, BatchCells } from "#shared/contracts/api/batch-look.ts";
import { BatchItemPage } from "#shared/contracts/api/responses/batch-response.ts";
import { BatchComparison } from "#shared/contracts/batch/batch-comparison.ts";
import { BatchItem } from "#shared/contracts/batch/batch-item.ts";
import { BatchStatistics } from "#shared/contracts/batch/batch-statistics.ts";
import { at, jobIdOf, tenantId } from "../shared/storage/sample-records.ts";
import { line, submitted } from "./batch-calls.ts";
import { callApi, refused } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

let api: TestApi;
let one = "";
let other = "";
const tasks = Array.from({ length: 24 }, (_each, index) => `t${index}`);

/** Of the tasks those on host-b are lost, and one more fails. */
const attemptOf = (index: number, failing: number) => {
  const isLost = index < lost;
  const jobId = jobIdOf(1_000 + made);
  const common = {
    jobId,
    attempt: 1,
    startedAt: at,
    endedAt: at,
    steps: index,
    costUsd: 0.01,
    wallMilliseconds: 100,
  };
  if (isLost)
    return {
      ...common,
      outcome: "inconclusive",
      errorCode: "DeviceDisconnected",
      outcomeReason: `device 'emulator-${5_554 + index}' not found`,
      hostId: "host-b",
    };
  const outcome = index === failing ? "failed" : "succeeded";
  return { ...common, outcome, outcomeReason: "done", hostId: "host-a", app: "com.clock" };
};
const lost = 10;
let made = 0;
async function batchWith(name: string, failing: number): Promise<string> {
  const { batchId } = await submitted({ name, lines: tasks.map((task) => line(task)) });
  const items = tasks.map((taskId, index) => {
    made += 1;
    return BatchItem.parse({
      ...{ schemaVersion: 1, tenantId, batchId, line: index + 1, taskId, variant: "default", epoch: 1 },
      itemKey: made.toString(16).padStart(20, "0"),
      status: "ended",
      attempts: [attemptOf(index, failing)],
    });
  });
  await api.repositories.batchItems.addAll(items);
  return batchId;
}
beforeAll(async () => {
  api = await startApi();
  one = await batchWith("before", 15);
  other = await batchWith("after", 99);
});
afterAll(() => api.close());

const ok = async (url: string): Promise<unknown> => {
  const answer = await callApi("GET", url);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};

describe("what a batch came to", () => {
  it("has its statistics while it runs", async () => {
    const statistics = BatchStatistics.parse(await ok(`/v1/batches/${one}/statistics`));
    expect(statistics).toMatchObject({
      name: "before",
      items: { lines: 24, ended: 24 },
      all: { success: { runs: 14, successes: 13 }, reviewed: { runs: 0, overturned: 0 } },
    });
  });

  it("has every item as one place in each column, in the manifest's order", async () => {
    const cells = BatchCells.parse(await ok(`/v1/batches/${one}/cells`));
    expect(cells.lineCount).toBe(24);
    expect(cells.task.map((place) => cells.tasks[place])).toEqual(tasks);
    expect(cells.line).toEqual(tasks.map((_task, index) => index + 1));
    const outcomes = cells.outcome.map((place) => (place === null ? null : cells.outcomes[place]));
    expect(outcomes.slice(9, 17)).toEqual([
      "inconclusive",
      ...Array(5).fill("succeeded"),
      "failed",
      "succeeded",
    ]);
    expect(cells.error.map((place) => (place === null ? null : cells.errorCodes[place]))[0]).toBe(
      "DeviceDisconnected",
    );
    const lengths = Object.values(cells).flatMap((column) =>
      Array.isArray(column) && column.length > 3 ? [column.length] : [],
    );
    expect(new Set(lengths)).toEqual(new Set([24]));
  });

  it("says which jobs failed alike, and what these have in common that the others have not", async () => {
    const { ended, groups } = BatchCauses.parse(await ok(`/v1/batches/${one}/causes`));
    expect(ended).toBe(24);
    expect(groups.map(({ outcome, count, errorCode }) => [outcome, count, errorCode])).toEqual([
      ["inconclusive", lost, "DeviceDisconnected"],
      ["failed", 1, undefined],
    ]);
    expect(groups[0]).toMatchObject({
      message: "device 'emulator-#' not found",
      common: [{ field: "host", value: "host-b", shareIn: 1, shareOut: 0 }],
    });
    expect(groups[0]?.jobIds).toHaveLength(lost);
  });

  it.each([
    [9, 20, 0],
    [10, 9, 0],
    [10, 10, 1],
  ])("claims what %i jobs have in common beside %i others: %i facts", async (alike, others, facts) => {
    const { batchId } = await submitted({ name: `few-${alike}-${others}`, lines: [line("x")] });
    const items = Array.from({ length: alike + others }, (_, index) => {
      made += 1;
      return BatchItem.parse({
        ...{ schemaVersion: 1, tenantId, batchId, line: index + 1, taskId: "x", variant: "default" },
        epoch: index + 1,
        itemKey: made.toString(16).padStart(20, "0"),
        status: "ended",
        attempts: [attemptOf(index < alike ? 0 : 20, 99)],
      });
    });
    await api.repositories.batchItems.addAll(items);
    const { groups } = BatchCauses.parse(await ok(`/v1/batches/${batchId}/causes`));
    expect(groups.map(({ count, common }) => [count, common.length])).toEqual([[alike, facts]]);
  });

  it("tells causes of one error code apart, in cells and in the list of items", async () => {
    const { batchId } = await submitted({ name: "causes", lines: [line("x")] });
    const said = ["device 'a' not found", "the cable of device 7 is loose", "the cable of device 8 is loose"];
    const items = said.map((outcomeReason, index) => {
      made += 1;
      return BatchItem.parse({
        ...{ schemaVersion: 1, tenantId, batchId, line: index + 1, taskId: "x", variant: "default" },
        epoch: index + 1,
        itemKey: made.toString(16).padStart(20, "0"),
        status: "ended",
        attempts: [{ ...attemptOf(0, 99), outcomeReason }],
      });
    });
    await api.repositories.batchItems.addAll(items);
    const { groups } = BatchCauses.parse(await ok(`/v1/batches/${batchId}/causes`));
    expect(groups.map(({ errorCode, message }) => [errorCode, message])).toEqual([
      ["DeviceDisconnected", "the cable of device # is loose"],
      ["DeviceDisconnected", "device 'a' not found"],
    ]);
    const [cable, gone] = groups.map(({ id }) => id);
    const cells = BatchCells.parse(await ok(`/v1/batches/${batchId}/cells`));
    expect(cells.cause.map((place) => cells.causes[place ?? -1])).toEqual([gone, cable, cable]);
    const epochs = async (query: string) =>
      BatchItemPage.parse(await ok(`/v1/batches/${batchId}/jobs?${query}`)).items.map(({ epoch }) => epoch);
    expect(await epochs(`errorCode=DeviceDisconnected&cause=${cable}`)).toEqual([2, 3]);
    expect(await epochs(`cause=${gone}`)).toEqual([1]);
    await refused(400, "GET", `/v1/batches/${batchId}/jobs?cause=all`);
  });

  it("is read once for all that a page asks at once", async () => {
    const { batchId } = await submitted({ name: "once", lines: [line("x")] });
    const ended = async () => {
      const { items } = BatchStatistics.parse(await ok(`/v1/batches/${batchId}/statistics`));
      const { line: lines } = BatchCells.parse(await ok(`/v1/batches/${batchId}/cells`));
      const causes = BatchCauses.parse(await ok(`/v1/batches/${batchId}/causes`));
      return [items.ended, lines.length, causes.ended];
    };
    expect(await ended()).toEqual([0, 0, 0]);
    made += 1;
    const place = { schemaVersion: 1, tenantId, batchId, line: 1, taskId: "x", variant: "default", epoch: 1 };
    const itemKey = made.toString(16).padStart(20, "0");
    const attempts = [attemptOf(0, 99)];
    await api.repositories.batchItems.addAll([
      BatchItem.parse({ ...place, itemKey, status: "ended", attempts }),
    ]);
    // What was read in this moment stands for all three.
    expect(await ended()).toEqual([0, 0, 0]);
    api.clock.now = new Date(api.clock.now.getTime() + 1_000);
    expect(await ended()).toEqual([1, 1, 1]);
  });

  it("compares two batches, task by task", async () => {
    const comparison = BatchComparison.parse(await ok(`/v1/batches/compare?a=${one}&b=${other}`));
    expect(comparison).toMatchObject({
      before: { label: "before" },
      after: { label: "after" },
      paired: 14,
      fixed: 1,
      broken: 0,
    });
    const variant = await ok(`/v1/batches/compare?a=${one}&b=${other}&variantA=default&variantB=none`);
    expect(variant).toMatchObject({
      before: { label: "before/default" },
      after: { label: "after/none" },
      paired: 0,
    });
  });

  it.each(["statistics", "cells", "causes"])("does not show another tenant its %s", async (what) => {
    expect((await refused(404, "GET", `/v1/batches/${one}/${what}`, { tenant: "other" })).code).toBe(
      "NotFound",
    );
    expect((await refused(403, "GET", `/v1/batches/${one}/${what}`, { scope: "jobs:write" })).code).toBe(
      "Forbidden",
    );
  });

  it("does not compare what is another tenant's", async () => {
    const problem = await refused(404, "GET", `/v1/batches/compare?a=${one}&b=${other}`, { tenant: "other" });
    expect(problem.code).toBe("NotFound");
  });
});
