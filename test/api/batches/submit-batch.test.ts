import { DescribeExecutionCommand, ListExecutionsCommand } from "@aws-sdk/client-sfn";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BatchName } from "#shared/contracts/values/batch-ids.ts";
import { createManifestStore } from "#shared/storage/batches/manifest-store.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { batchOf, line, refusedBatch, submitted } from "../batch-calls.ts";
import { callApi, refused } from "../call-api.ts";
import { startApi, type TestApi } from "../start-api.ts";

let api: TestApi;
beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api.close());

const machine = "arn:aws:states:us-east-1:000000000000:stateMachine:batch";
async function executions() {
  const { executions: list = [] } = await api.sfn.send(
    new ListExecutionsCommand({ stateMachineArn: machine }),
  );
  const inputs = list.map(async ({ executionArn, name }) => {
    const { input = "" } = await api.sfn.send(new DescribeExecutionCommand({ executionArn }));
    return { name, input: JSON.parse(input) };
  });
  return Promise.all(inputs);
}
const stored = async (name: string) => {
  const batch = await api.repositories.batches.byName(tenantId, BatchName.parse(name));
  if (batch === null) throw new Error(`there is no batch ${name}`);
  return batch;
};
async function linesOf(name: string) {
  const { manifest } = await stored(name);
  const store = createManifestStore(api.storage.artifacts);
  const entries = await Array.fromAsync(store.everyEntry(manifest));
  return Promise.all(
    entries.map(async (entry) => {
      const part = manifest[entry.part - 1];
      if (part === undefined) throw new Error(`there is no part ${entry.part}`);
      return { ...(await store.line(part, entry)), line: entry.line };
    }),
  );
}

describe("a batch that is submitted", () => {
  it("[spec R17] is stored with its lines and started once under its run's name", async () => {
    const batch = await submitted({
      name: "nightly",
      settings: { concurrency: 7 },
      lines: [line("wifi"), line("bluetooth", { variant: "gpt", epoch: 2, tags: ["smoke"] })],
    });
    expect(batch).toMatchObject({ name: "nightly", status: "running", run: 1, kept: 0, new: 2 });
    expect(batch).toMatchObject({ lineCount: 2, taskCount: 2, variants: ["default", "gpt"] });
    expect(JSON.stringify(batch)).not.toMatch(/acme|executionArn|manifest/);
    expect(await linesOf("nightly")).toMatchObject([
      {
        line: 1,
        taskId: "wifi",
        variant: "default",
        epoch: 1,
        request: { task: "Do wifi", priority: "normal" },
      },
      { line: 2, taskId: "bluetooth", variant: "gpt", epoch: 2, tags: ["smoke"] },
    ]);
    const { batchId } = batch;
    expect(await executions()).toEqual([
      { name: `${batchId}-1`, input: { schemaVersion: 1, tenantId, batchId, run: 1 } },
    ]);
    expect(await batchOf(batchId)).toMatchObject({
      settings: { concurrency: 7, retry: { inconclusive: 2 } },
      progress: { pending: 2, running: 0, ended: 0, share: 0 },
    });
  });

  it("takes what lines leave out from its defaults, each field of an object by itself", async () => {
    await submitted({
      name: "with-defaults",
      defaults: { tags: ["all"], request: { limits: { maxSteps: 5, maxTokens: 1_000 }, tools: [] } },
      lines: [line("a"), line("b", { tags: [], request: { task: "Do b", limits: { maxSteps: 9 } } })],
    });
    expect(await linesOf("with-defaults")).toMatchObject([
      { tags: ["all"], request: { limits: { maxSteps: 5, maxTokens: 1_000 } } },
      { tags: [], request: { limits: { maxSteps: 9, maxTokens: 1_000 } } },
    ]);
  });

  it("[spec C6] goes on under the same name with what it does not have, and says kept and new", async () => {
    await submitted({ name: "again", lines: [line("a"), line("b")] });
    const more = await submitted({
      name: "again",
      lines: [line("a"), line("b"), line("b", { epoch: 2 }), line("c")],
    });
    expect(more).toMatchObject({ kept: 2, new: 2, lineCount: 4, taskCount: 3, run: 1 });
    expect((await linesOf("again")).map(({ line: at, taskId, epoch }) => [at, taskId, epoch])).toEqual([
      [1, "a", 1],
      [2, "b", 1],
      [3, "b", 2],
      [4, "c", 1],
    ]);
    // The run that is under way finds them.
    expect(await executions()).toHaveLength(1);
    expect((await stored("again")).manifest).toHaveLength(2);
  });

  it("begins a new run after its end when something of it is to be run, and none when nothing is", async () => {
    const { batchId } = await submitted({ name: "ended", lines: [line("a")] });
    const end = () =>
      api.repositories.batches.change(tenantId, batchId, () => ({
        status: "finished",
        finishedAt: "2026-01-01T00:00:09.000Z",
      }));
    await end();
    const more = await submitted({ name: "ended", lines: [line("a"), line("b")] });
    expect(more).toMatchObject({ kept: 1, new: 1, status: "running", run: 2 });
    expect((await executions()).map(({ name }) => name).sort()).toEqual([`${batchId}-1`, `${batchId}-2`]);
    expect(more.finishedAt).toBeUndefined();
  });

  it("loses no line of two that are sent at once", async () => {
    await submitted({ name: "both", lines: [line("first")] });
    const answers = await Promise.all(
      ["x", "y", "z"].map((taskId) => submitted({ name: "both", lines: [line(taskId)] })),
    );
    expect(answers.map((answer) => answer.new)).toEqual([1, 1, 1]);
    const lines = await linesOf("both");
    expect(lines.map(({ line: at }) => at)).toEqual([1, 2, 3, 4]);
    expect(lines.map(({ taskId }) => taskId).sort()).toEqual(["first", "x", "y", "z"]);
  });

  it("gives the same answer to the same request with its Idempotency-Key, and refuses the key for another", async () => {
    const headers = { "idempotency-key": "key-1" };
    const body = { name: "keyed", lines: [line("a"), line("b")] };
    const first = await submitted(body, { headers });
    const { batchId } = first;
    await api.repositories.batches.change(tenantId, batchId, () => ({ status: "finished" }));
    expect(await submitted(body, { headers })).toMatchObject({
      batchId,
      kept: 0,
      new: 2,
      status: "finished",
    });
    expect(await executions()).toHaveLength(1);
    const other = { ...body, lines: [line("c")] };
    expect((await refusedBatch(409, other, { headers })).code).toBe("IdempotencyConflict");
    expect((await refused(409, "POST", "/v1/jobs", { headers, body: { task: "x" } })).code).toBe(
      "IdempotencyConflict",
    );
    expect(await stored("keyed")).toMatchObject({ lineCount: 2 });
  });

  it("says what it changed when it is submitted again with other settings", async () => {
    await submitted({ name: "settings", lines: [line("a")] });
    const again = await submitted({ name: "settings", settings: { concurrency: 3 }, lines: [line("a")] });
    expect(again.settings.concurrency).toBe(3);
    expect(again.changes).toMatchObject([
      { change: "concurrency: 100 → 3", reason: "It was submitted again." },
    ]);
  });

  it("is another tenant's own, though it has the same name", async () => {
    const mine = await submitted({ name: "shared", lines: [line("a")] });
    await api.addPool("default", 34, "other");
    const theirs = await submitted({ name: "shared", lines: [line("a")] }, { tenant: "other" });
    expect(theirs.batchId).not.toBe(mine.batchId);
    await refused(404, "GET", `/v1/batches/${mine.batchId}`, { tenant: "other" });
    const { body } = await callApi("GET", "/v1/batches", { tenant: "other" });
    expect(JSON.stringify(body)).not.toContain(mine.batchId);
  });
});

describe("bad lines", () => {
  it("[spec C6] refuse the batch whole, naming lines and fields, before anything starts", async () => {
    const problem = await refusedBatch(400, {
      name: "bad",
      lines: [
        line("good"),
        { taskId: "a b", request: { task: "x" } },
        line("no-task", { request: { task: "" } }),
        line("steps", { request: { task: "x", limits: { maxSteps: 0 } } }),
        line("good"),
        line("model", { request: { task: "x", models: { agent: { provider: "nobody" } } } }),
        line("pool", { request: { task: "x", requirements: { pool: "nowhere" } } }),
        line("secret", { request: { task: "Type {{secret:pin}}" } }),
        line("tool", { request: { task: "x", tools: [{ server: "files", name: "read" }] } }),
        line("money", {
          request: { task: "x", limits: { maxCostUsd: 1 }, models: { agent: { model: "mine-1" } } },
        }),
        line("waits", { prerequisite: "nothing" }),
        "no line",
      ],
    });
    expect(problem.code).toBe("BatchRefused");
    const found = (problem.errors ?? []).map(({ field, message }) => [field, message] as const);
    expect(found.map(([field]) => field)).toEqual(
      expect.arrayContaining([
        "lines.1.taskId",
        "lines.2.request.task",
        "lines.3.request.limits.maxSteps",
        "lines.4.taskId",
        "lines.5.request.models.agent.provider",
        "lines.6.request.requirements.pool",
        "lines.7.request.task",
        "lines.9.request.limits.maxCostUsd",
      ]),
    );
    expect(found.find(([field]) => field === "lines.4.taskId")?.[1]).toContain(
      "line 5: is already in line 1",
    );
    expect(await api.repositories.batches.byName(tenantId, BatchName.parse("bad"))).toBeNull();
    expect(await executions()).toEqual([]);
  });

  it("are counted all, and the first hundred named", async () => {
    const lines = Array.from({ length: 300 }, (_, index) => ({ taskId: `t${index}`, request: {} }));
    const problem = await refusedBatch(400, { name: "many", lines });
    expect(problem.errors).toHaveLength(100);
    expect(problem.detail).toContain("300 problems");
    expect(problem.errors?.at(-1)?.field).toBe("lines.99.request.task");
  });

  it("include a prerequisite that is not there and those that wait for each other", async () => {
    const unknown = await refusedBatch(400, { name: "p", lines: [line("a", { prerequisite: "b" })] });
    expect(unknown.errors).toMatchObject([
      { field: "lines.0.prerequisite", message: expect.stringContaining("names no task") },
    ]);
    const circle = await refusedBatch(400, {
      name: "p",
      lines: [
        line("a", { prerequisite: "b" }),
        line("b", { prerequisite: "c" }),
        line("c", { prerequisite: "b" }),
      ],
    });
    expect(circle.errors?.map(({ field }) => field)).toEqual([
      "lines.1.prerequisite",
      "lines.2.prerequisite",
    ]);
    await submitted({ name: "p", lines: [line("a")] });
    expect(await submitted({ name: "p", lines: [line("b", { prerequisite: "a" })] })).toMatchObject({
      new: 1,
    });
  });

  it("include models without a price when the batch has a budget of money", async () => {
    const lines = [line("a", { request: { task: "x", models: { agent: { model: "mine-1" } } } })];
    const settings = { budget: { costUsd: 5 } };
    const more = lines.flatMap((one) => [one, { ...one, taskId: "b" }]);
    const problem = await refusedBatch(400, { name: "money", settings, lines: more });
    // Once, and as the setting that it is: no line is at fault.
    expect(problem.errors).toEqual([
      {
        field: "settings.budget.costUsd",
        message: expect.stringMatching(
          /^line 1: cannot be applied: 'mine-1' has no price.*\(settings\.budget\.tokens\)$/,
        ),
      },
    ]);
  });

  it("name a line's own limit of money where the batch has a budget too", async () => {
    const request = { task: "x", limits: { maxCostUsd: 1 }, models: { agent: { model: "mine-1" } } };
    const settings = { budget: { costUsd: 5 } };
    const problem = await refusedBatch(400, { name: "own", settings, lines: [line("a", { request })] });
    expect(problem.errors?.map(({ field }) => field)).toEqual(["lines.0.request.limits.maxCostUsd"]);
  });

  it("leave a batch that runs as it was", async () => {
    const { batchId } = await submitted({ name: "kept", lines: [line("a")] });
    const before = await batchOf(batchId);
    await refusedBatch(400, { name: "kept", lines: [line("b"), { taskId: "?" }] });
    expect(await batchOf(batchId)).toEqual(before);
  });
});

describe("a request for a batch", () => {
  it.each([
    [{ name: "x" }, "either"],
    [{ name: "../x", lines: [line("a")] }, "letters"],
    [{ name: "x", lines: [] }, "lines"],
    [{ name: "x", lines: Array.from({ length: 1_001 }, (_, n) => line(`t${n}`)) }, "upload"],
    [{ name: "x", uploadId: "01J00000000000000000000001", lines: [line("a")] }, "either"],
    [{ name: "x", uploadId: "../../etc/passwd" }, "ULID"],
    [{ name: "x", lines: [line("a")], tenantId: "other" }, "not a known field"],
    [{ name: "x", lines: [line("a")], settings: { concurrency: 0 } }, "concurrency"],
  ])("is refused when it says %#", async (body, words) => {
    const problem = await refusedBatch(400, body);
    expect(`${problem.detail} ${JSON.stringify(problem.errors)}`).toContain(words);
  });

  it("is not taken while all jobs are stopped", async () => {
    await api.repositories.farmSwitch.stop(tenantId, "enough", "2026-01-01T00:00:00.000Z");
    expect((await refusedBatch(503, { name: "x", lines: [line("a")] })).code).toBe("FarmStopped");
  });
});
