import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createStepHistory } from "#agent/runtime/job-history.ts";
import type { ActionOutcome } from "#shared/contracts/step/step.ts";
import { at, jobIdOf, sampleStep, tenantId } from "../../shared/storage/sample-records.ts";
import { startStorage, type TestStorage } from "../../shared/storage/start-storage.ts";

let storage: TestStorage;
let steps: TestStorage["repositories"]["steps"];
let asked: number[];
beforeAll(async () => {
  storage = await startStorage();
  steps = storage.repositories.steps;
});
afterAll(() => storage.close());
beforeEach(() => {
  asked = [];
});

const done: ActionOutcome = { ok: true, effect: "done", retries: 0 };
const uncertain: ActionOutcome = { ok: false, effect: "indeterminate", retries: 0 };

const history = (most?: number) =>
  createStepHistory(
    {
      ...steps,
      from: (...question) => {
        asked.push(question[2]);
        return steps.from(...question);
      },
    },
    most,
  );

async function make(job: number, first: number, last: number, outcome: (step: number) => ActionOutcome) {
  for (let stepNumber = first; stepNumber <= last; stepNumber += 1) {
    const key = { tenantId, jobId: jobIdOf(job), stepNumber };
    await steps.put(sampleStep(key));
    await steps.complete({ ...key, performedAt: at, outcome: outcome(stepNumber) });
  }
}

const numbers = async (read: ReturnType<typeof history>, job: number) =>
  (await read(tenantId, jobIdOf(job))).map(({ stepNumber }) => stepNumber);

it("gives all steps in order, and reads again only the newest", async () => {
  await make(1, 1, 6, () => done);
  const read = history();
  expect(await numbers(read, 1)).toEqual([1, 2, 3, 4, 5, 6]);
  await make(1, 7, 8, () => done);
  expect(await numbers(read, 1)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(await numbers(read, 1)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(asked).toEqual([1, 3, 5]);
});

it("sees what is told of one of the newest steps after it was read", async () => {
  await make(2, 1, 5, () => done);
  const read = history();
  await read(tenantId, jobIdOf(2));
  await steps.tell({ tenantId, jobId: jobIdOf(2), stepNumber: 2, feedback: "The device was given back." });
  expect((await read(tenantId, jobIdOf(2)))[1]?.feedback).toBe("The device was given back.");
});

it("reads a step again, however old, while a late answer may still say what became of it", async () => {
  await make(3, 1, 9, (step) => (step === 3 ? uncertain : done));
  const read = history();
  await read(tenantId, jobIdOf(3));
  const key = { tenantId, jobId: jobIdOf(3), stepNumber: 3 };
  await steps.complete({ ...key, performedAt: at, outcome: done });
  expect((await read(tenantId, jobIdOf(3)))[2]?.outcome).toEqual(done);
  await read(tenantId, jobIdOf(3));
  expect(asked).toEqual([1, 3, 6]);
});

it("keeps no more than its share of memory, those of the jobs that asked last", async () => {
  for (const job of [4, 5]) await make(job, 1, 7, () => done);
  const read = history(4);
  for (const job of [4, 5, 5, 4]) expect(await numbers(read, job)).toHaveLength(7);
  expect(asked).toEqual([1, 1, 4, 1]);
});

it("reads the newest one by one where the turn's number says how many there can be", async () => {
  await make(6, 1, 9, () => done);
  const read = history();
  await read(tenantId, jobIdOf(6), 10);
  const again = await read(tenantId, jobIdOf(6), 10);
  expect(again.map(({ stepNumber }) => stepNumber)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  // Ten are more than are read singly; five are not.
  expect(asked).toEqual([1]);
});
