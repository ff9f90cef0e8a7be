import { createHmac } from "node:crypto";
import { DeleteSecretCommand } from "@aws-sdk/client-secrets-manager";
import { ReceiveMessageCommand } from "@aws-sdk/client-sqs";
import { verifyWebhook, WebhookRefused } from "@drover/client";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { handler as sweep } from "#functions/sweep-executions.ts";
import { Pool } from "#shared/contracts/farm/pool.ts";
import { TenantId } from "#shared/contracts/values/ids.ts";
import { DeliveryKey } from "#shared/contracts/webhook/webhook-delivery.ts";
import { WebhookEvent } from "#shared/contracts/webhook/webhook-event.ts";
import { createRepositories } from "#shared/storage/repositories.ts";
import {
  answerWith,
  api,
  create,
  deliver,
  deliverAll,
  deliveries,
  finishJob,
  get,
  hookApi,
  pass,
  type Received,
  received,
  tenant,
  told,
  untilGivenUp,
} from "../../functions/hooked-api.ts";
import { invoke } from "../../functions/start-functions.ts";
import { at, jobIdOf, sampleJob } from "../../shared/storage/sample-records.ts";
import { usualRetention } from "../../shared/storage/usual-retention.ts";
import { callApi } from "../call-api.ts";

hookApi();

describe("what a webhook is sent", () => {
  it("is verified by the library of Standard Webhooks and by the client's own function, and by no other secret", async () => {
    api.clock.now = new Date();
    const made = await create();
    const job = await finishJob();
    await deliverAll(made);
    const [{ headers, body } = { headers: {}, body: "" }] = received;
    const event = WebhookEvent.parse(
      new StandardWebhook(made.secret).verify(body, headers as Record<string, string>),
    );
    expect(event).toMatchObject({ type: "job.finished", data: { jobId: job.jobId, outcome: "failed" } });
    expect(await verifyWebhook({ secret: made.secret, headers, body })).toBe(event.id);
    const other = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
    await expect(verifyWebhook({ secret: other, headers, body })).rejects.toThrow(WebhookRefused);
    await expect(verifyWebhook({ secret: made.secret, headers, body: `${body} ` })).rejects.toThrow(
      "No signature",
    );
    const late = () => new Date(api.clock.now.getTime() + 301_000);
    await expect(verifyWebhook({ secret: made.secret, headers, body, now: late })).rejects.toThrow(
      "another time",
    );
    expect(() => new StandardWebhook(other).verify(body, headers as Record<string, string>)).toThrow();
  });

  it("is signed with both secrets for a day after one was replaced, and then with the new one alone", async () => {
    const made = await create();
    const rotated = (await callApi("POST", `/v1/webhooks/${made.webhookId}/secret`, { tenant })).body as {
      secret: string;
    };
    expect(rotated.secret).not.toBe(made.secret);
    const signs = ({ headers, body }: Received, secret: string): boolean => {
      const text = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
      const key = Buffer.from(secret.slice("whsec_".length), "base64");
      const mac = createHmac("sha256", key).update(text).digest("base64");
      return String(headers["webhook-signature"]).split(" ").includes(`v1,${mac}`);
    };
    await finishJob();
    await deliverAll(made);
    expect([made, rotated].map(({ secret }) => received.some((one) => signs(one, secret)))).toEqual([
      true,
      true,
    ]);
    received.length = 0;
    pass(25 * 3_600_000);
    await finishJob();
    await deliverAll(made);
    expect([made, rotated].map(({ secret }) => received.some((one) => signs(one, secret)))).toEqual([
      false,
      true,
    ]);
  });

  it("is logged with its status and time, and no answer of the API ever has the secret again", async () => {
    const made = await create({ description: "CI" });
    await finishJob();
    await deliverAll(made);
    expect(await deliveries(made)).toMatchObject([{ status: "delivered", attempts: [{ statusCode: 204 }] }]);
    const shown = [
      await get(`/v1/webhooks/${made.webhookId}`),
      await get("/v1/webhooks"),
      await deliveries(made),
    ];
    expect(JSON.stringify(shown)).toContain('"CI"');
    expect(JSON.stringify([shown, api.lines])).not.toContain(made.secret.slice(6));
  });
});

describe("a receiver that does not take it", () => {
  it("is tried again over a day with longer and longer pauses, then the delivery stands among the failed until it is sent by hand", async () => {
    const made = await create();
    api.lines.length = 0;
    await finishJob();
    answerWith(...Array<number>(50).fill(500));
    const took = await untilGivenUp(made);
    const [failed] = await deliveries(made, "?status=failed");
    // Whoever runs the farm hears of it: the alarm WebhooksGivenUp derives from this.
    expect(told("WebhooksGivenUp")).toEqual([1]);
    expect(failed?.attempts).toHaveLength(11);
    expect(failed?.attempts.at(-1)).toMatchObject({ statusCode: 500, error: "The response was 500." });
    expect(took / 3_600_000).toBeGreaterThan(18);
    expect(took / 3_600_000).toBeLessThan(30);
    // Each of them has the event's one id: a receiver that took one and said otherwise drops the rest.
    expect(new Set(received.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([failed?.eventId]));
    answerWith();
    const again = `/v1/webhooks/${made.webhookId}/deliveries/${failed?.eventId}/redeliver`;
    expect(await callApi("POST", again, { tenant })).toMatchObject({
      status: 202,
      body: { status: "pending" },
    });
    await deliverAll(made);
    expect(await deliveries(made)).toMatchObject([{ status: "delivered" }]);
  });

  it("for three days has its webhook disabled, which says so, and which may be enabled again", async () => {
    const made = await create();
    answerWith(...Array<number>(200).fill(503));
    for (let day = 0; day < 4; day += 1) {
      await finishJob();
      await untilGivenUp(made);
    }
    const webhook = await get(`/v1/webhooks/${made.webhookId}`);
    expect(webhook).toMatchObject({
      enabled: false,
      disabledReason: expect.stringContaining("No delivery since"),
    });
    const sent = received.length;
    await finishJob();
    await deliverAll(made);
    expect(received).toHaveLength(sent);
    answerWith();
    const { body } = await callApi("PATCH", `/v1/webhooks/${made.webhookId}`, {
      tenant,
      body: { enabled: true },
    });
    expect(body).toMatchObject({ enabled: true });
    expect(body).not.toHaveProperty("failingSince");
    await finishJob();
    await deliverAll(made);
    expect(received).toHaveLength(sent + 1);
  });

  it("that answers 410 is asked no more, and one that redirects is not followed", async () => {
    const made = await create();
    answerWith(302);
    await finishJob();
    await deliverAll(made);
    expect(received.map(({ headers }) => headers.host)).toHaveLength(1);
    expect((await deliveries(made))[0]?.attempts[0]?.error).toContain("Redirects are not followed");
    answerWith(410);
    pass(60_000);
    await deliverAll(made);
    expect(await get(`/v1/webhooks/${made.webhookId}`)).toMatchObject({
      enabled: false,
      disabledReason: expect.stringContaining("410"),
    });
  });
});

it("whose secret is gone is no message that comes for ever, but an attempt that failed", async () => {
  const made = await create();
  await finishJob();
  const SecretId = `drover-webhooks/test/${tenant}/${made.webhookId}`;
  await api.storage.clients.secretsManager.send(
    new DeleteSecretCommand({ SecretId, RecoveryWindowInDays: 7 }),
  );
  await deliverAll(made);
  const [tried] = await deliveries(made);
  expect(tried).toMatchObject({
    status: "pending",
    attempts: [{ error: expect.stringContaining("no secret") }],
  });
  expect(received).toEqual([]);
});

describe("messages of the queue", () => {
  it("that come twice at once, too early or for what is gone call nobody twice", async () => {
    const made = await create();
    await finishJob();
    const [one] = await deliveries(made);
    const key = { tenantId: tenant, webhookId: made.webhookId, eventId: one?.eventId };
    expect(await deliver(key, key, { nonsense: true }, { ...key, tenantId: "another" })).toEqual({
      batchItemFailures: [],
    });
    await deliver(key);
    expect(received).toHaveLength(1);
    answerWith(500);
    await finishJob();
    await deliverAll(made);
    await deliverAll(made);
    expect(received).toHaveLength(2);
  });

  it("are sent once more by the sweep for what a process recorded before it died", async () => {
    const tenantId = TenantId.parse(tenant);
    await api.repositories.pools.put(
      Pool.parse({
        ...{ schemaVersion: 1, tenantId, pool: "default", updatedAt: at, apiLevel: 34 },
        queueUrl: "http://127.0.0.1:4566/000000000000/drover_test_x_pool_default",
      }),
    );
    const made = await create();
    // As a process does that dies between the write and the queue.
    const { jobs: stored } = createRepositories({
      ...{ ...usualRetention, dynamodb: api.storage.clients.dynamodb, tableName: api.storage.tableName },
    });
    const job = sampleJob({ tenantId, jobId: jobIdOf(9_000) });
    await stored.create(job);
    await stored.finish({ tenantId, jobId: job.jobId, at, outcome: "succeeded", outcomeReason: "" });
    const QueueUrl = api.environment.DROVER_WEBHOOK_QUEUE_URL;
    const waiting = async (): Promise<readonly string[]> => {
      const { Messages = [] } = await api.storage.clients.sqs.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
      );
      const keys = Messages.map(({ Body = "" }) => DeliveryKey.parse(JSON.parse(Body)));
      return keys.filter((key) => key.webhookId === made.webhookId).map(({ eventId }) => eventId);
    };
    while ((await waiting()).length > 0);
    pass(60_000);
    await invoke(sweep, {});
    const [event] = await deliveries(made);
    let found: readonly string[] = [];
    for (let looks = 0; looks < 20 && found.length === 0; looks += 1) found = await waiting();
    expect(found).toEqual([event?.eventId]);
  });
});
