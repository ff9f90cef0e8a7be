import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type * as z from "zod";
import { handler as deliverWebhooks } from "#functions/deliver-webhooks.ts";
import { runtimeFor } from "#functions/runtime/runtime.ts";
import type { MadeWebhook } from "#shared/contracts/api/responses/webhook-response.ts";
import { WebhookEventType } from "#shared/contracts/webhook/webhook-event.ts";
import { jobSpanId, jobTraceId } from "#shared/tracing/span-ids.ts";
import { invoke } from "../../functions/start-functions.ts";
import { jobIdOf, sampleJob, tenantId } from "../../shared/storage/sample-records.ts";
import { type OtlpReceiver, startOtlpReceiver, traceFaults } from "../../tracing/otlp-receiver.ts";
import { callApi } from "../call-api.ts";
import { startApi, type TestApi } from "../start-api.ts";

let api: TestApi;
let collector: OtlpReceiver;
let url: string;
let made: z.infer<typeof MadeWebhook>;
const received: IncomingHttpHeaders[] = [];
let statuses: number[] = [];
const receiver = createServer((request, response) => {
  received.push(request.headers);
  request.resume();
  response.writeHead(statuses.shift() ?? 204).end();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/T0-very-secret`;
  collector = await startOtlpReceiver();
  api = await startApi({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
  });
  const body = { url, events: WebhookEventType.options };
  made = (await callApi("POST", "/v1/webhooks", { body })).body as typeof made;
});
afterAll(async () => {
  await api.close();
  await collector.close();
  receiver.closeAllConnections();
  receiver.close();
});
beforeEach(() => {
  received.length = 0;
  statuses = [];
  collector.spans.length = 0;
});

let jobs = 0;
async function finishJob(sampled: boolean) {
  const jobId = jobIdOf(++jobs);
  const trace = { traceId: jobTraceId(jobId), sampled };
  await api.repositories.jobs.create(sampleJob({ jobId, trace }));
  const finishedAt = api.clock.now.toISOString();
  await api.repositories.jobs.finish({
    ...{ tenantId, jobId, at: finishedAt, outcome: "failed", outcomeReason: "It is over." },
  });
  return jobId;
}
async function deliverAll(): Promise<void> {
  const { body } = await callApi("GET", `/v1/webhooks/${made.webhookId}/deliveries`);
  const { items } = body as { items: { eventId: string; status: string }[] };
  for (const { eventId, status } of items)
    if (status === "pending") {
      const key = JSON.stringify({ tenantId, webhookId: made.webhookId, eventId });
      await invoke(deliverWebhooks as never, { Records: [{ messageId: "1", body: key }] });
    }
  await runtimeFor("deliver-webhooks").tracing.flush(30_000);
}

it("a delivery is a trace with each attempt as a client's call, linked to the job that it tells of, and its receiver may go on with it", async () => {
  const jobId = await finishJob(true);
  statuses = [503];
  await deliverAll();
  expect(collector.spans.map(({ name }) => name)).toEqual(["POST"]);
  api.clock.now = new Date(api.clock.now.getTime() + 60_000);
  await deliverAll();
  const { spans } = collector;
  expect(traceFaults(spans)).toEqual([]);
  const [whole] = spans.filter(({ parentSpanId }) => parentSpanId === undefined);
  expect(whole).toMatchObject({
    name: "webhook job.finished",
    isError: false,
    attributes: { "drover.job.id": jobId, "drover.webhook.id": made.webhookId, "drover.webhook.tries": 2 },
  });
  expect((whole?.end ?? 0) - (whole?.start ?? 0)).toBe(60_000);
  const { hostname, port, origin } = new URL(url);
  const call = {
    "http.request.method": "POST",
    "server.address": hostname,
    "server.port": Number(port),
    // Whoever knows the path may be all that the receiver asks.
    "url.full": `${origin}/REDACTED`,
  };
  expect(
    spans.filter(({ parentSpanId }) => parentSpanId === whole?.spanId).map(({ attributes }) => attributes),
  ).toEqual([
    { ...call, "http.response.status_code": 503, "error.type": "503" },
    { ...call, "http.response.status_code": 204, "http.request.resend_count": 1 },
  ]);
  expect(spans.map(({ links }) => links)).toEqual(Array(3).fill([jobSpanId(jobId)]));
  const attempts = spans.filter(({ name }) => name === "POST");
  expect(received.map(({ traceparent }) => traceparent)).toEqual(
    attempts.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`),
  );
  expect(JSON.stringify(spans)).not.toContain("very-secret");
});

it("one that is given up says so, and sent again by hand it is another trace", async () => {
  await finishJob(true);
  statuses = [410];
  await deliverAll();
  const [whole] = collector.spans.filter(({ name }) => name.startsWith("webhook"));
  expect([whole?.isError, whole?.attributes["error.type"]]).toEqual([true, "failed"]);
  collector.spans.length = 0;
  const deliveries = `/v1/webhooks/${made.webhookId}/deliveries`;
  const { body } = await callApi("GET", `${deliveries}?status=failed`);
  const [{ eventId } = { eventId: "" }] = (body as { items: { eventId: string }[] }).items;
  await callApi("PATCH", `/v1/webhooks/${made.webhookId}`, { body: { enabled: true } });
  api.clock.now = new Date(api.clock.now.getTime() + 3_600_000);
  await callApi("POST", `${deliveries}/${eventId}/redeliver`);
  await deliverAll();
  expect(traceFaults(collector.spans)).toEqual([]);
  const [again] = collector.spans.filter(({ name }) => name.startsWith("webhook"));
  expect(again?.traceId).not.toBe(whole?.traceId);
  expect([again?.isError, (again?.end ?? 0) - (again?.start ?? 0)]).toEqual([false, 0]);
});

it("of a job whose trace nobody wants nothing is told, and the receiver hears of none", async () => {
  await finishJob(false);
  await deliverAll();
  expect(received).toHaveLength(1);
  expect(received[0]).not.toHaveProperty("traceparent");
  expect(collector.spans).toEqual([]);
});
