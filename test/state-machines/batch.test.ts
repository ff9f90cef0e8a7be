import { describe, expect, it } from "vitest";
import { UploadId } from "#shared/contracts/values/ids.ts";
import { plainLines, startBatch } from "../batches/items/batch-world.ts";
import { functions, withFunctions } from "../functions/job-per-test.ts";
import { batchWorld, runBatch } from "./batch-machine.ts";
import { cancelled, type FunctionScript, named } from "./job-world.ts";
import { ManualClock } from "./manual-clock.ts";
import type { Sent } from "./read-executions.ts";

withFunctions();

describe("the machine batch", () => {
  it("[spec C6] runs a child for each line, each with one job, and ends the batch", async () => {
    const batch = await startBatch(functions, plainLines(6));
    const run = await runBatch(batch);
    expect(run).toMatchObject({ status: "SUCCEEDED", output: { route: "ended" } });
    expect(run.states).toEqual([
      "BeginBatch",
      "PrepareRound",
      "RouteRound",
      "RunItems",
      "PrepareRound",
      "RouteRound",
      "FinishBatch",
      "RouteFinished",
      "BatchEnded",
    ]);
    const children = run.executions.filter(({ machine, name }) => machine === "batch" && name !== run.name);
    expect(children).toHaveLength(6);
    for (const child of children)
      expect(child.states).toEqual([
        "TakeItem",
        "RouteItem",
        "RunJob",
        "SettleItem",
        "RouteItem",
        "ItemEnded",
      ]);
    expect(run.executions.filter(({ machine }) => machine === "job")).toHaveLength(6);
    expect(await batch.counts()).toMatchObject({ running: 0, outcomes: { succeeded: 6 }, attempts: 6 });
    expect(await batch.batch()).toMatchObject({
      status: "finished",
      resultKeys: { "round-1-1": expect.stringMatching(/manifest\.json$/) },
    });
  });

  it("one child's failure never ends the others, and a job that broke off is inconclusive, once", async () => {
    const batch = await startBatch(functions, plainLines(3), { retry: { inconclusive: 1 } });
    const run = await runBatch(
      batch,
      batchWorld(batch, ({ batch: place }) => (place?.taskId === "task-2" ? "breaks" : "succeeded")),
    );
    expect(run.status).toBe("SUCCEEDED");
    const items = await batch.items();
    expect(items.map(({ attempts }) => attempts.map(({ outcome }) => outcome))).toEqual([
      ["succeeded"],
      ["inconclusive", "inconclusive"],
      ["succeeded"],
    ]);
  });

  it("[fault D15] redriven after it was stopped, goes on with what had not ended: nothing is lost or run to its end twice", async () => {
    const batch = await startBatch(functions, plainLines(4), { concurrency: 2 });
    let stops = 0;
    const setUp = ({ jobId }: Sent) => {
      stops += 1;
      return stops === 3
        ? cancelled
        : { observation: { capturedAt: jobId, treeHash: jobId }, alreadySatisfied: false };
    };
    const run = await runBatch(
      batch,
      batchWorld(batch, () => "succeeded", { commands: { setUp } }),
      { redriven: true },
    );
    expect(run.status).toBe("SUCCEEDED");
    const items = await batch.items();
    expect(items.map(({ status, attempts }) => [status, attempts.at(-1)?.outcome])).toEqual(
      Array(4).fill(["ended", "succeeded"]),
    );
    // The jobs that were under way when it was stopped are lost to the farm, and say so; each was tried again.
    const lost = items.flatMap(({ attempts }) =>
      attempts.filter(({ outcome }) => outcome === "inconclusive"),
    );
    expect(lost.length).toBeGreaterThan(0);
    const succeeded = items.flatMap(({ attempts }) =>
      attempts.filter(({ outcome }) => outcome === "succeeded"),
    );
    expect(succeeded).toHaveLength(4);
    expect(await batch.counts()).toMatchObject({ running: 0, outcomes: { succeeded: 4 } });
  });

  it("paused waits without a process, and goes on as a new execution long before it has 25,000 events", async () => {
    const batch = await startBatch(functions, plainLines(2));
    await batch.change({ status: "paused", statusReason: "night (ann)" });
    const clock = new ManualClock();
    const world = batchWorld(batch);
    const looks: number[] = [];
    const run = await runBatch(
      batch,
      {
        ...world,
        functions: {
          ...world.functions,
          PrepareRound: async (payload, call) => {
            looks.push(clock.now() / 1_000);
            // The third look is taken for the last that an execution has; then somebody lets the batch go on.
            if (looks.length === 5) await batch.change({ status: "running", statusReason: undefined });
            const progress = looks.length === 3 ? { ...payload.progress, looks: 400 } : payload.progress;
            return world.functions.PrepareRound?.({ ...payload, progress }, call);
          },
        },
      },
      { clock },
    );
    expect(looks.slice(1, 5).map((at, index) => at - (looks[index] ?? 0))).toEqual([5, 5, 0, 5]);
    expect(run.states.at(-1)).toBe("ContinueBatch");
    const perLook = (run.events.length - 10) / 2;
    expect(400 * perLook).toBeLessThan(6_000);
    const next = run.executions.find(({ name }) => name === `${batch.batchId}-2`);
    expect(next).toMatchObject({ status: "SUCCEEDED", input: { run: 2 } });
    expect(await batch.counts()).toMatchObject({ outcomes: { succeeded: 2 }, attempts: 2 });
    expect(await batch.batch()).toMatchObject({
      status: "finished",
      run: 2,
      executionArn: expect.stringMatching(/-2$/),
    });
  });

  it("that cannot go on as a new execution ends as failed and says why, and another run goes on with what is left", async () => {
    const batch = await startBatch(functions, plainLines(1));
    const { batchId } = batch;
    const world = batchWorld(batch);
    let planned = 0;
    const PrepareRound: FunctionScript = (payload, call) => {
      planned += 1;
      const progress = { ...payload.progress, looks: 400 };
      return world.functions.PrepareRound?.({ ...payload, progress }, call);
    };
    await batch.change({ status: "paused", statusReason: "night (ann)" });
    // The name of the next execution is taken, by another's input.
    const run = await runBatch(
      batch,
      { ...world, functions: { ...world.functions, PrepareRound } },
      { name: `${batchId}-2` },
    );
    expect(planned).toBe(1);
    expect(run.states.slice(-3)).toEqual(["ContinueBatch", "FailBatch", "BatchUnfinished"]);
    expect(run.status).toBe("FAILED");
    expect(run.executions.map(({ name }) => name)).toEqual([`${batchId}-2`]);
    expect(await batch.batch()).toMatchObject({
      status: "failed",
      statusReason: expect.stringMatching(/ExecutionAlreadyExists.*resume it/),
      finishedAt: expect.anything(),
    });
    await batch.change({ run: 3, status: "running" });
    await batch.runToEnd(() => "succeeded", 3);
    expect((await batch.batch()).status).toBe("finished");
  });

  it("a child whose item cannot be taken fails alone, and the next round takes it", async () => {
    const batch = await startBatch(functions, plainLines(3));
    const world = batchWorld(batch);
    const { TakeItem } = world.functions;
    let refused = 0;
    const run = await runBatch(batch, {
      ...world,
      functions: {
        ...world.functions,
        TakeItem: (payload, call) => {
          if (payload.entry.line === 2 && refused++ === 0) throw named("SchemaMismatch");
          return TakeItem?.(payload, call);
        },
      },
    });
    expect(run.status).toBe("SUCCEEDED");
    expect(run.states.filter((state) => state === "RunItems")).toHaveLength(2);
    const failed = run.executions.filter(({ status }) => status === "FAILED");
    expect(failed.map(({ states }) => states)).toEqual([["TakeItem", "ItemUnfinished"]]);
    expect(await batch.counts()).toMatchObject({ outcomes: { succeeded: 3 }, attempts: 3 });
  });

  it("a Lambda or storage that fails for a moment is asked again, in every state that asks one", async () => {
    const batch = await startBatch(functions, plainLines(1));
    const world = batchWorld(batch);
    const failing = Object.fromEntries(
      ["PrepareRound", "TakeItem", "SettleItem", "FinishBatch"].map((name): [string, FunctionScript] => [
        name,
        (payload, call) => {
          if (call === 1) throw named("StorageUnavailable");
          return world.functions[name]?.(payload, call);
        },
      ]),
    );
    const run = await runBatch(batch, { ...world, functions: { ...world.functions, ...failing } });
    expect(run.status).toBe("SUCCEEDED");
    expect(await batch.counts()).toMatchObject({ outcomes: { succeeded: 1 }, attempts: 1 });
  });

  it("plans its round again when that took longer than its state waits", async () => {
    const batch = await startBatch(functions, plainLines(1));
    const world = batchWorld(batch);
    const PrepareRound: FunctionScript = (payload, call) => {
      if (call === 1) throw named("States.Timeout");
      return world.functions.PrepareRound?.(payload, call);
    };
    const run = await runBatch(batch, { ...world, functions: { ...world.functions, PrepareRound } });
    expect(run.status).toBe("SUCCEEDED");
    expect(await batch.counts()).toMatchObject({ outcomes: { succeeded: 1 }, attempts: 1 });
  });

  it("that can plan no round ends as failed and says why, and another run goes on with what is left", async () => {
    const batch = await startBatch(functions, plainLines(1));
    const world = batchWorld(batch);
    const PrepareRound: FunctionScript = () => {
      throw named("SchemaMismatch", "the index is of another version");
    };
    const run = await runBatch(batch, { ...world, functions: { ...world.functions, PrepareRound } });
    expect(run.status).toBe("FAILED");
    expect(run.states.slice(-2)).toEqual(["FailBatch", "BatchUnfinished"]);
    expect(await batch.batch()).toMatchObject({
      status: "failed",
      statusReason: expect.stringMatching(/SchemaMismatch: the index is of another version.*resume it/),
      finishedAt: expect.anything(),
    });
    await batch.change({ run: 2, status: "running" });
    await batch.runToEnd(() => "succeeded", 2);
    expect((await batch.batch()).status).toBe("finished");
  });

  it.each([
    ["checking", "failed"],
    ["cancelling", "cancelled"],
  ] as const)("whose manifest cannot be read while it is %s ends as %s", async (status, end) => {
    const batch = await startBatch(functions, plainLines(1));
    // Nothing lies where it was uploaded to.
    const uploadId = UploadId.parse("01JVP00000000000000000000A");
    await batch.change({ status, uploadId, lineCount: 0, manifest: [] });
    const world = batchWorld(batch);
    const CheckManifest: FunctionScript = () => {
      throw named("SchemaMismatch", "the manifest is of another version");
    };
    const scripts = { ...world.functions, CheckManifest };
    const run = await runBatch(batch, { ...world, functions: scripts }, { uploadId });
    expect(run.status).toBe("FAILED");
    const stored = await batch.batch();
    expect(stored).toMatchObject({ status: end, finishedAt: expect.anything() });
    expect(stored.uploadId).toBeUndefined();
    if (end === "failed") expect(stored.statusReason).toMatch(/SchemaMismatch.*Send it again/);
  });

  it("goes on though a manifest that was sent meanwhile cannot be read, and says so", async () => {
    const batch = await startBatch(functions, plainLines(1));
    const uploadId = UploadId.parse("01JVP00000000000000000000B");
    await batch.change({
      uploadId,
      executionArn: "arn:aws:states:us-east-1:000000000000:execution:batch:run",
    });
    const world = batchWorld(batch);
    const CheckManifest: FunctionScript = () => {
      throw named("SchemaMismatch");
    };
    const scripts = { ...world.functions, CheckManifest };
    await runBatch(batch, { ...world, functions: scripts }, { uploadId });
    const stored = await batch.batch();
    expect(stored).toMatchObject({
      status: "running",
      statusReason: expect.stringContaining("could not be read"),
    });
    expect(stored.uploadId).toBeUndefined();
    expect(await batch.runToEnd()).toMatchObject({ route: "finish" });
  });
});
