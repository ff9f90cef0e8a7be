import { describe, expect, it } from "vitest";
import {
  answerWith,
  api,
  create,
  deliver,
  deliverAll,
  deliveries,
  finishJob,
  hookApi,
  received,
  tenant,
  told,
  url,
} from "../../functions/hooked-api.ts";
import { callApi, refused } from "../call-api.ts";

hookApi();

describe("the routes of webhooks", () => {
  it.each([
    "http://example.com/hook",
    "https://10.0.0.1/hook",
    "https://169.254.169.254/latest/meta-data",
    "https://[fd00:ec2::254]/",
    "http://192.168.1.1/",
    "ftp://example.com/",
  ])("refuse %s, and say what would do", async (bad) => {
    const call = { tenant, body: { url: bad, events: ["job.finished"] } };
    const problem = await refused(400, "POST", "/v1/webhooks", call);
    expect(JSON.stringify(problem)).toContain("must be");
  });

  it("refuse a name and password in an address, which readers would see, and do not repeat them", async () => {
    const body = { url: "https://ada:hunter2@ci.acme.dev/", events: ["job.finished"] };
    const problem = await refused(400, "POST", "/v1/webhooks", { tenant, body });
    expect(problem).toMatchObject({ errors: [{ field: "url" }] });
    const made = await create();
    await refused(400, "PATCH", `/v1/webhooks/${made.webhookId}`, { tenant, body: { url: body.url } });
    expect(JSON.stringify(problem)).not.toContain("hunter2");
  });

  it("know no webhook and no delivery of another tenant", async () => {
    const made = await create();
    await finishJob();
    const [one] = await deliveries(made);
    const other = { tenant: "somebody-else" };
    for (const [method, path] of [
      ["GET", ""],
      ["DELETE", ""],
      ["POST", "/secret"],
      ["POST", "/test"],
      ["GET", "/deliveries"],
      ["GET", `/deliveries/${one?.eventId}`],
      ["POST", `/deliveries/${one?.eventId}/redeliver`],
    ] as const)
      await refused(404, method, `/v1/webhooks/${made.webhookId}${path}`, other);
    expect((await callApi("GET", "/v1/webhooks", other)).body).toEqual({ items: [] });
  });

  it("need farm:write for whatever changes one", async () => {
    const made = await create();
    const reader = { tenant, scope: "jobs:read" };
    await refused(403, "POST", "/v1/webhooks", { ...reader, body: { url, events: ["job.finished"] } });
    await refused(403, "POST", `/v1/webhooks/${made.webhookId}/test`, reader);
    expect((await callApi("GET", `/v1/webhooks/${made.webhookId}`, reader)).status).toBe(200);
  });

  it("send a test to a disabled webhook too, once, and remove one with all that was still to be sent", async () => {
    const made = await create({ enabled: false });
    api.lines.length = 0;
    answerWith(500);
    const { body } = await callApi("POST", `/v1/webhooks/${made.webhookId}/test`, { tenant });
    expect(body).toMatchObject({ status: "pending", event: { type: "webhook.test" } });
    await deliverAll(made);
    expect(await deliveries(made)).toMatchObject([{ status: "failed", attempts: [{ statusCode: 500 }] }]);
    expect(told("WebhooksGivenUp")).toEqual([]);
    const open = await create();
    await finishJob();
    const [pending] = await deliveries(open);
    expect((await callApi("DELETE", `/v1/webhooks/${open.webhookId}`, { tenant })).status).toBe(200);
    received.length = 0;
    await deliver({ tenantId: tenant, webhookId: open.webhookId, eventId: pending?.eventId });
    expect(received).toEqual([]);
  });

  it("take 20 webhooks of a tenant and no more", async () => {
    for (let n = 0; n < 20; n += 1) await create();
    const problem = await refused(409, "POST", "/v1/webhooks", {
      tenant,
      body: { url, events: ["job.finished"] },
    });
    expect(problem).toMatchObject({ code: "LimitReached", detail: expect.stringContaining("20 webhooks") });
  });
});
