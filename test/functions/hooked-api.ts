import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { CreateStateMachineCommand } from "@aws-sdk/client-sfn";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type * as z from "zod";
import { handler as deliverWebhooks } from "#functions/deliver-webhooks.ts";
import type { MadeWebhook } from "#shared/contracts/api/responses/webhook-response.ts";
import { TenantId } from "#shared/contracts/values/ids.ts";
import { WebhookEventType } from "#shared/contracts/webhook/webhook-event.ts";
import { callApi } from "../api/call-api.ts";
import { startApi, type TestApi } from "../api/start-api.ts";
import { at, jobIdOf, sampleJob } from "../shared/storage/sample-records.ts";
import { invoke, startedAt } from "./start-functions.ts";

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What a test begins with: an API, its receiver at `url`, and a tenant of the test's own. */
export let api: TestApi;
export let url: string;
export let tenant: string;
let tenants = 0;
export const received: Received[] = [];
let statuses: number[] = [];
/** What the receiver answers from now on: these, one after another, and then 204. */
export const answerWith = (...next: number[]): void => {
  statuses = next;
};
const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  received.push({ headers: request.headers, body });
  const status = statuses.shift() ?? 204;
  response.writeHead(status, status === 302 ? { location: `${url}/elsewhere` } : {}).end();
});

/** Starts it for a file of tests, which ends it. */
export function hookApi(): void {
  beforeAll(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    api = await startApi();
    const definition = { QueryLanguage: "JSONata", StartAt: "End", States: { End: { Type: "Succeed" } } };
    for (const name of ["workflow", "roles"])
      await api.sfn.send(
        new CreateStateMachineCommand({
          ...{ name, roleArn: `arn:aws:iam::000000000000:role/${name}` },
          definition: JSON.stringify(definition),
        }),
      );
  });
  afterAll(async () => {
    await api.close();
    receiver.closeAllConnections();
    receiver.close();
  });
  beforeEach(() => {
    tenant = `hooked-${++tenants}`;
    received.length = 0;
    statuses = [];
    api.clock.now = new Date(startedAt);
  });
}

export type Made = z.infer<typeof MadeWebhook>;
export const create = async (change: Record<string, unknown> = {}): Promise<Made> => {
  const body = { url, events: WebhookEventType.options, ...change };
  const { status, body: made } = await callApi("POST", "/v1/webhooks", { tenant, body });
  expect(status).toBe(201);
  return made as Made;
};
export const get = async (path: string) =>
  (await callApi("GET", path, { tenant })).body as Record<string, unknown>;
export const deliveries = async ({ webhookId }: Made, query = "") =>
  (await get(`/v1/webhooks/${webhookId}/deliveries${query}`)).items as {
    eventId: string;
    status: string;
    dueAt?: string;
    attempts: { statusCode?: number; error?: string; milliseconds: number }[];
  }[];
let jobs = 0;
export const finishJob = async () => {
  const tenantId = TenantId.parse(tenant);
  const job = sampleJob({ tenantId, jobId: jobIdOf(++jobs) });
  await api.repositories.jobs.create(job);
  await api.repositories.jobs.finish({
    tenantId,
    jobId: job.jobId,
    at,
    outcome: "failed",
    outcomeReason: "It is over.",
  });
  return job;
};
const record = (body: unknown, messageId = "1") => ({ messageId, body: JSON.stringify(body) });
export const deliver = (...keys: unknown[]) =>
  invoke(deliverWebhooks as never, { Records: keys.map((key, index) => record(key, String(index))) });
/** As the queue would hand over all that waits for this webhook. */
export const deliverAll = async (made: Made): Promise<void> => {
  for (const { eventId, status } of await deliveries(made))
    if (status === "pending") await deliver({ tenantId: tenant, webhookId: made.webhookId, eventId });
};
export const pass = (milliseconds: number): void => {
  api.clock.now = new Date(api.clock.now.getTime() + milliseconds);
};
/** The metric's values, each as it was told. */
export const told = (name: string): readonly unknown[] =>
  api.lines
    .map((text) => JSON.parse(text))
    .flatMap((line) => (line.message === "metrics" ? (line[name] ?? []) : []));
/** What is due is tried, its time comes, and so on until nothing is left to be tried. */
export const untilGivenUp = async (made: Made): Promise<number> => {
  const begun = api.clock.now.getTime();
  for (;;) {
    await deliverAll(made);
    const due = (await deliveries(made)).flatMap(({ dueAt }) => dueAt ?? []).toSorted();
    if (due[0] === undefined) return api.clock.now.getTime() - begun;
    api.clock.now = new Date(Math.max(api.clock.now.getTime(), Date.parse(due[0])));
  }
};
