import { beforeEach, describe, expect, it } from "vitest";
import { endRun } from "#api/batches/limit-run.ts";
import { type BatchUnderTest, plainLines, startBatch } from "../batches/items/batch-world.ts";
import { functions, withFunctions } from "../functions/job-per-test.ts";
import { batchWorld, runBatch } from "./batch-machine.ts";
import { type FunctionScript, named, type World } from "./job-world.ts";
import type { Api } from "./read-executions.ts";

withFunctions();

const lineCount = 300;
let engine: Api;
let taken: number;
beforeEach(() => {
  taken = 0;
});

/** What the API does with the round of a batch that is cancelled. */
async function cancel(batch: BatchUnderTest): Promise<void> {
  await batch.change({ status: "cancelling", statusReason: "wrong file (ann)" });
  const send = (command: { readonly constructor: { readonly name: string }; readonly input: never }) =>
    engine.call(command.constructor.name.replace(/Command$/, ""), command.input);
  await endRun(await batch.batch(), {
    clients: { sfn: async () => ({ send }) as never },
    repositories: functions.repositories as never,
    logger: { info: () => {} },
    sleep: async () => {},
  });
}

/** `takes`: at the how manieth child somebody cancels the batch, and whether that one fails besides. */
function cancelledAt(batch: BatchUnderTest, world: World, takes: number, fails = false): World {
  const TakeItem: FunctionScript = async (payload, call) => {
    taken += 1;
    if (taken === takes) {
      await cancel(batch);
      if (fails) throw named("SchemaMismatch");
    }
    return world.functions.TakeItem?.(payload, call);
  };
  return { ...world, functions: { ...world.functions, TakeItem } };
}

const started = (api: Api): void => {
  engine = api;
};

describe("a batch that is cancelled", () => {
  it.each([
    { concurrency: 1, takes: 6, fails: false },
    { concurrency: 8, takes: 20, fails: false },
    { concurrency: 8, takes: 20, fails: true },
  ])(
    "[fault D32] ends its round without a look at each line that waits ($concurrency at once, a child fails: $fails)",
    async ({ concurrency, takes, fails }) => {
      const batch = await startBatch(functions, plainLines(lineCount), { concurrency });
      const world = cancelledAt(batch, batchWorld(batch), takes, fails);
      const run = await runBatch(batch, world, { started });
      expect(run).toMatchObject({ status: "SUCCEEDED", output: { route: "ended" } });
      // One more for each child that may have been about to begin a job, and two to end the round by.
      expect(taken - takes).toBeLessThanOrEqual(2 * concurrency + 2);
      expect(run.states.filter((state) => state === "RunItems")).toHaveLength(1);
      const jobs = run.executions.filter(({ machine }) => machine === "job");
      expect(jobs.map(({ status }) => status)).toEqual(jobs.map(() => "SUCCEEDED"));
      expect(await batch.counts()).toMatchObject({
        running: 0,
        outcomes: { succeeded: jobs.length },
        attempts: jobs.length,
        skippedFor: { cancelled: lineCount - jobs.length },
      });
      expect(await batch.batch()).toMatchObject({ status: "cancelled" });
    },
  );

  it("ends all the same when nobody could tell its round", async () => {
    const batch = await startBatch(functions, plainLines(5), { concurrency: 1 });
    const { batchId } = batch;
    await batch.change({ executionArn: `arn:aws:states:us-east-1:000000000000:execution:batch:${batchId}` });
    const world = batchWorld(batch);
    const TakeItem: FunctionScript = async (payload, call) => {
      taken += 1;
      if (taken === 2) await batch.change({ status: "cancelling", statusReason: "wrong file (ann)" });
      return world.functions.TakeItem?.(payload, call);
    };
    await runBatch(batch, { ...world, functions: { ...world.functions, TakeItem } });
    expect(taken).toBe(5);
    expect(await batch.batch()).toMatchObject({ status: "cancelled" });
    expect(await batch.counts()).toMatchObject({ attempts: 1, skippedFor: { cancelled: 4 } });
  });
});
