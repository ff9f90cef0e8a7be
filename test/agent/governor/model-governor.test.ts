import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ModelGovernor } from "#agent/governor/model-governor.ts";
import { noUsage } from "#agent/model-calls/usage.ts";
import type { RateLimits } from "#shared/contracts/agent/model-allowance.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { startStorage, type TestStorage } from "../../shared/storage/start-storage.ts";

let storage: TestStorage;
beforeAll(async () => {
  storage = await startStorage();
});
afterAll(() => storage.close());

let now: number;
let lastModel = 0;
let asked: { readonly tenantId: typeof tenantId; readonly service: string; readonly model: string };
beforeEach(() => {
  now = Date.parse("2026-01-01T00:00:00.000Z");
  asked = { tenantId, service: "https://models.example", model: `model-${++lastModel}` };
});
/** Each is a process of its own. */
const newGovernor = () =>
  new ModelGovernor({
    allowances: storage.repositories.allowances,
    now: () => new Date(now),
    random: () => 0.5,
    sleep: () => new Promise((resolve) => setImmediate(resolve)),
  });
const reply = (rateLimits?: RateLimits) => ({ usage: noUsage, ...(rateLimits && { rateLimits }) });
const requests = (limit: number, remaining: number): RateLimits => ({
  requests: { limit, remaining, perMinute: limit },
});
const refusal = (details: object = {}) =>
  new DroverError("ModelOverloaded", "Too many.", { details: { status: 429, ...details } });
const stored = () => storage.repositories.allowances.get(tenantId, asked.service, asked.model);
/** Seconds from now to the moment that a call is given; 0: at once. */
const momentOf = (governor: ModelGovernor): Promise<number> =>
  governor.permit(asked, { waits: true }).then(
    () => 0,
    (error: DroverError) => (Date.parse(String(error.details.until)) - now) / 1_000,
  );

it("writes nothing while at least half of what a service allows is left", async () => {
  const governor = newGovernor();
  for (const remaining of [50, 40, 26]) {
    expect(await governor.permit(asked, { waits: true })).toEqual({ hadSlot: false });
    await governor.served(asked, reply(requests(50, remaining)));
  }
  expect(await stored()).toBeNull();
});

it("gives calls of several processes moments of their own when less is left", async () => {
  const [one, other] = [newGovernor(), newGovernor()];
  await one.served(asked, reply(requests(60, 0)));
  const moments = await Promise.all([one, other, one, other, one, other].map(momentOf));
  expect(new Set(moments).size).toBe(6);
  const inOrder = moments.toSorted((a, b) => a - b);
  expect(inOrder[0]).toBe(0);
  // 58 a minute: a little is left to others.
  for (const [index, moment] of inOrder.entries()) expect(moment).toBeCloseTo((index * 60) / 58.2, 1);
});

it("lets those who do not wait take no moment of those who do", async () => {
  const governor = newGovernor();
  await governor.served(asked, reply(requests(60, 0)));
  expect(await momentOf(governor)).toBe(0);
  await expect(governor.permit(asked, { waits: false })).rejects.toMatchObject({ code: "AllowanceUsed" });
  const before = (await stored())?.revision;
  await expect(governor.permit(asked, { waits: false })).rejects.toMatchObject({ code: "AllowanceUsed" });
  expect((await stored())?.revision).toBe(before);
});

it("takes several calls at once while something is saved up, so that not each is a write", async () => {
  const governor = newGovernor();
  await governor.served(asked, reply(requests(1_000, 400)));
  const before = (await stored())?.revision ?? 0;
  for (let calls = 0; calls < 16; calls += 1) expect(await momentOf(governor)).toBe(0);
  expect(((await stored())?.revision ?? 0) - before).toBe(2);
});

it("learns of a limit that nobody tells from refusals amid answers, and goes slower", async () => {
  const governor = newGovernor();
  await governor.served(asked, reply());
  expect(await governor.refused(asked, refusal(), { hadSlot: false, waits: true })).toBeNull();
  const second = await governor.refused(asked, refusal(), { hadSlot: false, waits: true });
  expect(second).toMatchObject({ code: "AllowanceUsed" });
  now += 6_000;
  await governor.refused(asked, refusal(), { hadSlot: true, waits: false });
  expect((await stored())?.buckets.requests?.perMinute).toBeCloseTo(42, 3);
});

it.each([
  ["a refusal that tells no limit, of a service that serves nobody", {}],
  ["a pause of more than four hours", { rateLimits: requests(50, 0), retryAfterSeconds: 20_000 }],
])("takes %s for an outage", async (_, details) => {
  const governor = newGovernor();
  for (const _again of [1, 2])
    expect(await governor.refused(asked, refusal(details), { hadSlot: false, waits: true })).toBeNull();
  expect(await stored()).toBeNull();
});
