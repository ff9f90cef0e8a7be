import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Plan } from "#shared/contracts/job/plan.ts";
import { at, jobIdOf, sampleObservation, tenantId } from "../sample-records.ts";
import { startStorage, type TestStorage } from "../start-storage.ts";

let storage: TestStorage;
beforeAll(async () => {
  storage = await startStorage();
});
afterAll(() => storage.close());

const planOf = (job: number, planNumber: number): Plan =>
  Plan.parse({
    schemaVersion: 1,
    tenantId,
    jobId: jobIdOf(job),
    planNumber,
    kind: "initial",
    trigger: "firstTurn",
    status: "pending",
    requestedAt: at,
    requestedAtStep: 1,
    observation: sampleObservation(),
    failures: [],
  });
const approach = {
  name: "Settings",
  description: "Walk the menus.",
  steps: ["Open Settings"],
  confidence: 0.7,
};
const content = { approaches: [approach, { ...approach, name: "Search" }], recommendedIndex: 1 };

describe("plans", () => {
  it("are listed in the order in which they were asked for, each job's alone", async () => {
    const { plans } = storage.repositories;
    for (const number of [2, 10, 1]) expect(await plans.put(planOf(1, number))).toBe(true);
    await plans.put(planOf(2, 1));
    const listed = await plans.listByJob(tenantId, jobIdOf(1));
    expect(listed.map(({ planNumber }) => planNumber)).toEqual([1, 2, 10]);
    expect(listed[0]).toEqual(planOf(1, 1));
  });

  it("stand as they were asked for first", async () => {
    const { plans } = storage.repositories;
    const plan = planOf(3, 1);
    expect(await plans.put(plan)).toBe(true);
    expect(await plans.put({ ...plan, kind: "lastResort", trigger: "lastTurns" })).toBe(false);
    expect(await plans.get(plan)).toEqual(plan);
  });

  it("end once, ready or failed, and unknown ones never", async () => {
    const { plans } = storage.repositories;
    const plan = planOf(4, 1);
    expect(await plans.finish(plan, { finishedAt: at, content, model: "m" })).toBe(false);
    await plans.put(plan);
    expect(await plans.finish(plan, { finishedAt: at, content, model: "m" })).toBe(true);
    const failure = { code: "ModelTimeout", message: "It took too long." };
    expect(await plans.finish(plan, { finishedAt: at, failure })).toBe(false);
    expect(await plans.get(plan)).toEqual({ ...plan, status: "ready", finishedAt: at, content, model: "m" });
    expect(await plans.get(planOf(4, 2))).toBeNull();
  });

  it("[spec R3.1] are adopted by one turn, and only when they are ready", async () => {
    const { plans } = storage.repositories;
    const plan = planOf(5, 1);
    await plans.put(plan);
    expect(await plans.adopt(plan, 2, at)).toBe(false);
    await plans.finish(plan, { finishedAt: at, content });
    expect(await plans.adopt(plan, 3, at)).toBe(true);
    expect(await plans.adopt(plan, 4, at)).toBe(false);
    expect(await plans.get(plan)).toMatchObject({ adoptedAtStep: 3, adoptedAt: at });
  });
});
