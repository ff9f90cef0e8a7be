import { StopExecutionCommand } from "@aws-sdk/client-sfn";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BatchResponse } from "#shared/contracts/api/responses/batch-response.ts";
import { useStep } from "../batches/items/use-step.ts";
import { at, tenantId } from "../shared/storage/sample-records.ts";
import { line, submitted } from "./batch-calls.ts";
import { callApi, refused } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const by = { by: "Ada", reason: "to see" };
const call = async (method: string, url: string, body?: unknown): Promise<BatchResponse> => {
  const answer = await callApi(method, url, body === undefined ? {} : { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as BatchResponse;
};
let named = 0;
async function batch(lines = [line("a"), line("b"), line("c")]) {
  named += 1;
  return (await submitted({ name: `batch-${named}`, lines })).batchId;
}

describe("a batch that a budget paused", () => {
  it("does not go on before the budget is raised, which lets it go on at once", async () => {
    const id = await batch();
    await call("PATCH", `/v1/batches/${id}`, {
      ...by,
      settings: { budget: { steps: 1, onBreach: "pause" } },
    });
    await api.repositories.batches.change(tenantId, id, () => ({ status: "paused", pausedFor: "budget" }));
    await useStep(id);
    const refusal = await refused(409, "POST", `/v1/batches/${id}/resume`, { body: by });
    expect(refusal).toMatchObject({ code: "BatchState", detail: expect.stringContaining("is used up") });
    const raised = await call("PATCH", `/v1/batches/${id}`, { ...by, settings: { budget: { steps: 50 } } });
    expect(raised).toMatchObject({ status: "running" });
    expect(raised.pausedFor).toBeUndefined();
    expect(raised.changes.at(-1)).toMatchObject({ change: "budget.steps: 1 → 50, paused → running" });
    expect(await call("POST", `/v1/batches/${id}/resume`, by)).toMatchObject({ status: "running" });
  });

  it("is a person's to resume once they have paused it too", async () => {
    const id = await batch();
    await api.repositories.batches.change(tenantId, id, () => ({ status: "paused", pausedFor: "budget" }));
    const paused = await call("POST", `/v1/batches/${id}/pause`, by);
    expect(paused).toMatchObject({ status: "paused", statusReason: "to see (Ada)" });
    expect(paused.pausedFor).toBeUndefined();
  });
});

describe("a batch whose execution broke off", () => {
  it("goes on when it is resumed, as a run of its own", async () => {
    const id = await batch();
    await api.repositories.batches.change(tenantId, id, () => ({ status: "failed", finishedAt: at }));
    const resumed = await call("POST", `/v1/batches/${id}/resume`, by);
    expect(resumed).toMatchObject({ status: "running", run: 2 });
    expect(resumed.finishedAt).toBeUndefined();
    expect((await api.repositories.batches.get(tenantId, id))?.executionArn).toMatch(`${id}-2`);
  });

  it.each(["stopped", "lost with its journal"])("is cancelled at once when it was %s", async (how) => {
    const id = await batch();
    const stored = await api.repositories.batches.get(tenantId, id);
    if (how === "stopped")
      await api.sfn.send(new StopExecutionCommand({ executionArn: stored?.executionArn }));
    else
      await api.repositories.batches.change(tenantId, id, ({ executionArn }) => ({
        executionArn: `${executionArn}-of-before`,
      }));
    expect(await call("POST", `/v1/batches/${id}/cancel`, by)).toMatchObject({
      status: "cancelled",
      statusReason: "to see (Ada)",
    });
  });

  it("goes on when the same lines are sent again", async () => {
    const lines = [line("a")];
    const { name, batchId } = await submitted({ name: "broken", lines });
    await api.repositories.batches.change(tenantId, batchId, () => ({ status: "failed", finishedAt: at }));
    expect(await submitted({ name, lines })).toMatchObject({ status: "running", run: 2, kept: 1, new: 0 });
  });
});
