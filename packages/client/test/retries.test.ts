import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient, NoAnswer, type RetryOptions, type UntypedApi } from "../src/index.ts";
import { json, startApiServer } from "./api-server.ts";

let api: Awaited<ReturnType<typeof startApiServer>>;
beforeAll(async () => {
  api = await startApiServer();
});
afterAll(() => api.close());

function patient(retry: RetryOptions = {}) {
  const pauses: number[] = [];
  const wait = async (milliseconds: number): Promise<void> => void pauses.push(milliseconds);
  return {
    pauses,
    client: createClient<UntypedApi>({ apiUrl: api.apiUrl, token: "t", retry: { wait, ...retry } }),
  };
}

const keys = (count: number) => api.asked.slice(-count).map(({ headers }) => headers["idempotency-key"]);
const crowd = json({ message: "Too Many Requests" }, 429);
const away = json({ message: "Service Unavailable" }, 503);

describe("a request", () => {
  it("is sent again when the gateway's throttle turned it away, after growing pauses, and given up in the end", async () => {
    const { client, pauses } = patient({ longestWaitMilliseconds: 60_000 });
    api.answer(crowd, crowd, json({ ok: true }));
    expect(await client.cancelJob({ id: "j" })).toEqual({ ok: true });
    expect(pauses).toHaveLength(2);
    expect(pauses.every((pause, index) => pause >= 100 * 2 ** index && pause <= 200 * 2 ** index)).toBe(true);
    api.answer(...Array<typeof crowd>(7).fill(crowd));
    await expect(client.readFarm()).rejects.toMatchObject({
      status: 429,
      detail: "The API gets more requests than it takes.",
    });
  });

  it("waits as long as the API asks for, in seconds or to a date", async () => {
    const quota = { title: "Too Many Requests", code: "QuotaExceeded", detail: "d" };
    const { client, pauses } = patient({ longestWaitMilliseconds: 60_000 });
    const soon = new Date(Date.now() + 30_000).toUTCString();
    const refused = (after: string) => json(quota, 429, { "retry-after": after });
    api.answer(refused("3"), refused(soon), json({ ok: true }));
    expect(await client.submitJob({ body: { task: "t" } })).toEqual({ ok: true });
    expect(pauses[0]).toBe(3000);
    expect(pauses[1]).toBeGreaterThan(20_000);
    expect(pauses[1]).toBeLessThanOrEqual(30_000);
  });

  it("is not waited for longer than its caller wants to, who is told how long it would be", async () => {
    const { client, pauses } = patient();
    api.answer(json({ code: "QuotaExceeded" }, 429, { "retry-after": "60" }));
    await expect(client.submitJob({ body: {} })).rejects.toMatchObject({
      code: "QuotaExceeded",
      retryAfterSeconds: 60,
    });
    expect(pauses).toEqual([]);
  });

  it("is not sent again when the API refuses without saying when to come again", async () => {
    api.answer(json({ code: "TooManyStreams" }, 429));
    await expect(patient().client.readFarm()).rejects.toMatchObject({
      code: "TooManyStreams",
      isThrottled: false,
    });
  });

  it("[fault D26] is sent again when a busy farm did not begin it, whatever it asks for, as soon as the farm says", async () => {
    const { client, pauses } = patient({ longestWaitMilliseconds: 60_000 });
    const busy = json({ code: "FarmBusy", detail: "d" }, 503, { "retry-after": "1" });
    api.answer(busy, busy, json({ ok: true }));
    expect(await client.executeAction({ id: "d", body: {} })).toEqual({ ok: true });
    expect(pauses).toEqual([1000, 1000]);
    const often = json({ code: "TooManyRequests", detail: "d" }, 429, { "retry-after": "1" });
    api.answer(often, json({ ok: true }));
    expect(await client.executeAction({ id: "d", body: {} })).toEqual({ ok: true });
    api.answer(...Array<typeof busy>(7).fill(busy));
    await expect(client.executeAction({ id: "d", body: {} })).rejects.toMatchObject({ code: "FarmBusy" });
  });

  it("that submits something carries a key of its own, the same one each time it is sent", async () => {
    const { client } = patient();
    // The second answer is a connection that breaks off: nobody knows whether the job was taken.
    api.answer(away, (_request, response) => response.destroy(), json({ ok: true }));
    expect(await client.submitJob({ body: { task: "t" } })).toEqual({ ok: true });
    const [first, ...again] = keys(3);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(again).toEqual([first, first]);
    api.answer(json({ ok: true }), json({ ok: true }));
    await client.submitJob({ body: { task: "t" } });
    await client.submitJob({ body: { task: "t" }, headers: { "Idempotency-Key": "mine" } });
    expect(keys(2)).toEqual([expect.not.stringMatching(String(first)), "mine"]);
  });

  it.each([
    ["listJobs", { query: {} }, true],
    ["removeJob", { id: "j" }, true],
    ["submitBatch", { body: {} }, true],
    ["cancelJob", { id: "j" }, false],
    ["executeAction", { id: "d", body: {} }, false],
  ] as const)(
    "%s with %j, when nobody knows whether it was done, is sent again: %s",
    async (name, asked, isAgain) => {
      const { client } = patient();
      api.answer(away);
      if (isAgain) api.answer(json({ ok: true }));
      const method = client[name] as (request: object) => Promise<unknown>;
      if (isAgain) expect(await method(asked)).toEqual({ ok: true });
      else await expect(method(asked)).rejects.toMatchObject({ status: 503 });
    },
  );

  it("to an API that is not there is given up soon", async () => {
    const { client, pauses } = patient();
    await expect(client.readFarm()).rejects.toBeInstanceOf(NoAnswer);
    expect(pauses).toHaveLength(2);
  });

  it("that its caller gave up is not sent again", async () => {
    const aborted = new AbortController();
    const wait = async (): Promise<void> => aborted.abort();
    const { client } = patient({ wait });
    const before = api.asked.length;
    api.answer(crowd);
    await expect(client.readFarm({ signal: aborted.signal })).rejects.toMatchObject({ status: 429 });
    expect(api.asked.length).toBe(before + 1);
  });
});
