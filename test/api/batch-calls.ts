import { expect } from "vitest";
import { BatchResponse, SubmittedBatch } from "#shared/contracts/api/responses/batch-response.ts";
import type { Problem } from "#shared/contracts/farm/problem.ts";
import { type ApiCall, callApi, refused } from "./call-api.ts";

/** One line of a batch, as short as one can be. */
export const line = (taskId: string, more: Readonly<Record<string, unknown>> = {}) => ({
  taskId,
  request: { task: `Do ${taskId}` },
  ...more,
});

export async function submitted(body: unknown, call: ApiCall = {}): Promise<SubmittedBatch> {
  const answer = await callApi("POST", "/v1/batches", { ...call, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return SubmittedBatch.parse(answer.body);
}

export const refusedBatch = (status: number, body: unknown, call: ApiCall = {}): Promise<Problem> =>
  refused(status, "POST", "/v1/batches", { ...call, body });

/** A batch as it stands, asked of the API. */
export async function batchOf(batchId: string): Promise<BatchResponse> {
  const answer = await callApi("GET", `/v1/batches/${batchId}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return BatchResponse.parse(answer.body);
}
