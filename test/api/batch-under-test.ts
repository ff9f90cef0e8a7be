import { expect } from "vitest";
import type { BatchResponse } from "#shared/contracts/api/responses/batch-response.ts";
import { BatchItem } from "#shared/contracts/batch/batch-item.ts";
import { at, jobIdOf, tenantId } from "../shared/storage/sample-records.ts";
import { line, submitted } from "./batch-calls.ts";
import { callApi } from "./call-api.ts";
import type { TestApi } from "./start-api.ts";

/** Who steers, and why. */
export const by = { by: "Ada", reason: "to see" };

export const call = async (method: string, url: string, body?: unknown): Promise<BatchResponse> => {
  const answer = await callApi(method, url, body === undefined ? {} : { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as BatchResponse;
};

let named = 0;
/** Another one each time. */
export async function batch(lines = [line("a"), line("b"), line("c")]) {
  named += 1;
  return (await submitted({ name: `batch-${named}`, lines })).batchId;
}

export const end = ({ repositories }: TestApi, batchId: BatchResponse["batchId"]) =>
  repositories.batches.change(tenantId, batchId, () => ({ status: "finished", finishedAt: at }));

let made = 0;
/** An item of the batch as if its job had been run. */
export async function item(
  { repositories }: TestApi,
  batchId: string,
  change: Record<string, unknown> = {},
  attempt: Record<string, unknown> = {},
): Promise<BatchItem> {
  made += 1;
  const found = BatchItem.parse({
    schemaVersion: 1,
    tenantId,
    batchId,
    itemKey: made.toString(16).padStart(20, "0"),
    line: made,
    taskId: "a",
    variant: "default",
    epoch: 1,
    status: "ended",
    attempts: [
      {
        jobId: jobIdOf(1_000 + made),
        attempt: 1,
        startedAt: at,
        endedAt: at,
        outcome: "failed",
        steps: 4,
        inputTokens: 90,
        outputTokens: 10,
        costUsd: 0.5,
        deviceMilliseconds: 30_000,
        ...attempt,
      },
    ],
    ...change,
  });
  expect(await repositories.batchItems.change(null, found)).toBe(true);
  return found;
}
