import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handler } from "#functions/api.ts";
import { BatchResponse } from "#shared/contracts/api/responses/batch-response.ts";
import { lambdaContext } from "../../functions/start-functions.ts";
import { at, tenantId } from "../../shared/storage/sample-records.ts";
import { line, submitted } from "../batch-calls.ts";
import { apiEvent, refused } from "../call-api.ts";
import { eventsOf, type ReadEvent } from "../events/stream-reader.ts";
import { startApi, type TestApi } from "../start-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function read(batchId: string, lastEventId?: string): Promise<readonly ReadEvent[]> {
  api.clock.now = new Date(api.clock.now.getTime() + 1_000);
  const headers = lastEventId === undefined ? {} : { "last-event-id": lastEventId };
  const answer = (await handler(
    apiEvent("GET", `/v1/batches/${batchId}/events`, { headers }),
    lambdaContext,
  )) as APIGatewayProxyStructuredResultV2;
  expect(answer.statusCode, answer.body).toBe(200);
  return eventsOf(answer.body ?? "");
}

describe("a batch's events", () => {
  it("tell it as it is, again when it has changed, and its end; the clock alone is no change", async () => {
    const { batchId } = await submitted({ name: "b", lines: [line("a")] });
    const [first] = await read(batchId);
    expect(BatchResponse.parse(first?.data)).toMatchObject({ batchId, status: "running" });
    expect(await read(batchId, first?.id)).toEqual([]);
    await api.repositories.batches.change(tenantId, batchId, () => ({ status: "finished", finishedAt: at }));
    const last = await read(batchId, first?.id);
    expect(last.map(({ name }) => name)).toEqual(["batch", "end"]);
    expect(last[1]?.data).toEqual({ status: "finished" });
    const ids = [first, ...last].map((event) => event?.id ?? "");
    expect(ids).toEqual(ids.toSorted());
  });

  it("are of the tenant's own batches", async () => {
    const { batchId } = await submitted({ name: "c", lines: [line("a")] });
    expect((await refused(404, "GET", `/v1/batches/${batchId}/events`, { tenant: "other" })).code).toBe(
      "NotFound",
    );
  });
});
