import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Recovery, recoveryIdOf } from "#shared/contracts/recovery/recovery.ts";
import { TenantId } from "#shared/contracts/values/ids.ts";
import { jobIdOf, tenantId } from "../sample-records.ts";
import { startStorage, type TestStorage } from "../start-storage.ts";

let storage: TestStorage;
beforeAll(async () => {
  storage = await startStorage();
});
afterAll(() => storage.close());

const recoveryOf = (job: number, number: number, change: Record<string, unknown> = {}): Recovery =>
  Recovery.parse({
    schemaVersion: 1,
    tenantId,
    jobId: jobIdOf(job),
    recoveryNumber: number,
    recoveryId: recoveryIdOf(jobIdOf(job), number),
    source: "api",
    category: "timeout",
    exception: "It took too long.",
    stepNumber: 1,
    startedAt: `2026-01-01T00:00:0${number}.000Z`,
    ...change,
  });

describe("recoveries", () => {
  it("[spec E4] are stored once with their job, and change turn by turn", async () => {
    const { recoveries } = storage.repositories;
    const first = recoveryOf(1, 1);
    expect(await recoveries.create(first)).toBe(true);
    expect(await recoveries.create({ ...first, exception: "another" })).toBe(false);
    const planned = Recovery.parse({ ...first, turn: 1, answer: { route: "act", nextStepNumber: 1 } });
    expect(await recoveries.save(planned)).toBe(true);
    expect(await recoveries.save({ ...planned, exception: "a second run of the same turn" })).toBe(false);
    expect(await recoveries.get(tenantId, first.jobId, 1)).toEqual(planned);
    await recoveries.create(recoveryOf(1, 2));
    const all = await recoveries.listByJob(tenantId, first.jobId);
    expect(all.map(({ recoveryNumber }) => recoveryNumber)).toEqual([1, 2]);
  });

  it("are listed newest first in pages, within a time range", async () => {
    const { recoveries } = storage.repositories;
    const tenant = TenantId.parse("recoverylist");
    for (const number of [1, 2, 3, 4, 5])
      await recoveries.create(recoveryOf(7, number, { tenantId: tenant }));
    const numbers = (items: readonly Recovery[]) => items.map(({ recoveryNumber }) => recoveryNumber);
    const first = await recoveries.list(tenant, { limit: 2 });
    expect(numbers(first.items)).toEqual([5, 4]);
    const second = await recoveries.list(tenant, { limit: 2, cursor: first.nextCursor });
    expect(numbers(second.items)).toEqual([3, 2]);
    const third = await recoveries.list(tenant, { limit: 2, cursor: second.nextCursor });
    expect([numbers(third.items), third.nextCursor]).toEqual([[1], undefined]);
    const range = { from: "2026-01-01T00:00:02.000Z", to: "2026-01-01T00:00:04.000Z" };
    expect(numbers((await recoveries.list(tenant, { limit: 10, ...range })).items)).toEqual([3, 2]);
  });
});
