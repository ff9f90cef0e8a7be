import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { item } from "../../shared/rules/statistics/items.ts";
import { batchStatistics } from "../../shared/rules/statistics/statistics-of.ts";
import { batchId, batchResponse, scriptedFarm, submitted } from "./batch-command-line.ts";

const farm = scriptedFarm();
let folder: string;
let tasks: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "drover-batch-"));
  tasks = path.join(folder, "my tasks.yaml");
  await writeFile(
    tasks,
    "settings: { budget: { costUsd: 5 } }\ntasks:\n  - { id: a, task: x }\n  - { id: b, task: y }\n",
  );
});
afterAll(() => rm(folder, { recursive: true }));

const statistics = batchStatistics([item({ taskId: "a" }), item({ taskId: "b", outcomes: ["failed"] })]);
beforeEach(() => {
  farm.answer("POST", "/v1/batches", { status: 201, body: submitted() });
  farm.answer("GET", `/v1/batches/${batchId}`, { body: batchResponse() });
  const results = { format: "json", complete: true, links: { results: `${farm.url()}/statistics` } };
  farm.answer("GET", `/v1/batches/${batchId}/results`, { body: results });
  farm.answer("GET", "/statistics", { body: statistics });
});

describe("drover batch run", () => {
  it("[spec C6] sends the file's lines and settings, with the options' over them, and says kept and new", async () => {
    farm.answer("POST", "/v1/batches", { status: 201, body: submitted({ kept: 1, new: 1 }) });
    const { err, out, code } = await farm.run(
      "run",
      tasks,
      "--concurrency",
      "7",
      "--fail-fast",
      "--retry",
      "3",
      "--agree",
      "3",
    );
    expect(err).toContain("1 jobs kept, 1 new");
    expect(code).toBe(0);
    expect(out).toMatch(/everyday finished .*2 succeeded/);
    expect(farm.asked("POST", "/v1/batches")[0]?.body).toMatchObject({
      name: "my-tasks",
      settings: {
        concurrency: 7,
        budget: { costUsd: 5 },
        stop: { failureRate: 0, after: 1 },
        stopWhen: { agree: 3 },
        retry: { inconclusive: 3 },
      },
      lines: [
        { taskId: "a", request: { task: "x" } },
        { taskId: "b", request: { task: "y" } },
      ],
    });
  });

  it("leaves a batch that goes on its own settings when nobody says any", async () => {
    const plainTasks = path.join(folder, "plain.jsonl");
    await writeFile(plainTasks, '{"id":"a","task":"x"}\n');
    await farm.run("run", plainTasks, "--detach");
    expect(farm.asked("POST", "/v1/batches")[0]?.body).toEqual({
      name: "plain",
      lines: [{ taskId: "a", variant: "default", epoch: 1, request: { task: "x" } }],
    });
  });

  it("prints the id alone when nobody waits, and adds a time with --new to a name that is taken", async () => {
    farm.answer("GET", "/v1/batches", { body: { items: [] } });
    expect((await farm.run("run", tasks, "--detach", "--new", "--name", "n")).out).toBe(`${batchId}\n`);
    farm.answer("GET", "/v1/batches", { body: { items: [batchResponse({})] } });
    await farm.run("run", tasks, "--detach", "--new", "--name", "n");
    expect(farm.asked("POST", "/v1/batches").map(({ body }) => body)).toMatchObject([
      { name: "n" },
      { name: expect.stringMatching(/^n-\d{14}$/) },
    ]);
    expect(farm.asked("GET", `/v1/batches/${batchId}`)).toEqual([]);
  });

  it.each([
    [{ succeeded: 2 }, {}, 0],
    [{ succeeded: 1, failed: 1, inconclusive: 3 }, {}, 1],
    [{ succeeded: 1, inconclusive: 1 }, {}, 3],
    [{ succeeded: 1, over_budget: 1, inconclusive: 1 }, {}, 6],
    [{ succeeded: 1 }, { status: "cancelled" }, 5],
    [{ succeeded: 1 }, { status: "refused", problemCount: 1 }, 2],
    [{ succeeded: 1 }, { status: "failed", statusReason: "Its execution failed." }, 10],
  ])("[spec R17] leaves the exit code of %j %j", async (outcomes, more, code) => {
    farm.answer("GET", `/v1/batches/${batchId}`, { body: batchResponse({ counts: { outcomes }, ...more }) });
    expect((await farm.run("run", tasks)).code).toBe(code);
  });

  it.each([
    ["enough", 0],
    ["stopped", 3],
    ["prerequisite", 3],
    ["cancelled", 5],
    ["budget", 6],
    ["invalid", 8],
  ])("takes lines that were left out (%s) for what they are: %i", async (cause, code) => {
    const counts = { outcomes: { succeeded: 1 }, skipped: 1, skippedFor: { [cause]: 1 } };
    farm.answer("GET", `/v1/batches/${batchId}`, { body: batchResponse({ counts }) });
    expect((await farm.run("watch", batchId)).code).toBe(code);
  });

  it("[spec C6] uploads what is too much for a request, waits until it is read, and names refused lines by their tasks", async () => {
    const many = path.join(folder, "many.jsonl");
    await writeFile(many, Array.from({ length: 1_001 }, (_, n) => `{"id":"t${n}","task":"x"}\n`).join(""));
    const uploadId = "01JVP00000000000000000000A";
    const upload = {
      uploadId,
      url: `${farm.url()}/bucket`,
      fields: { key: "k" },
      maxBytes: 9,
      expiresAt: "2026-01-01T00:00:00.000Z",
    };
    farm.answer("POST", "/v1/batches/uploads", { status: 201, body: upload });
    farm.answer("POST", "/bucket", { status: 204, body: "" });
    const checking = submitted({ status: "checking", uploadId, lineCount: 0, kept: null, new: null });
    farm.answer("POST", "/v1/batches", { status: 201, body: checking });
    const read = batchResponse({ lineCount: 1_001 });
    farm.answer(
      "GET",
      `/v1/batches/${batchId}`,
      { body: batchResponse({ status: "checking", uploadId, lineCount: 0 }) },
      { body: read },
    );
    const { err, code } = await farm.run("run", many);
    expect(err).toContain("0 jobs kept, 1001 new");
    expect(code).toBe(0);
    expect(farm.asked("POST", "/v1/batches")[0]?.body).toEqual({ name: "many", uploadId });
    const sent = String(farm.asked("POST", "/bucket")[0]?.body);
    expect(sent.match(/"taskId":"t\d+"/g)).toHaveLength(1_001);
    expect(sent.indexOf('name="key"')).toBeLessThan(sent.indexOf('name="file"'));

    const problems = [{ line: 3, field: "request.requirements.pool", message: "there is no such pool" }];
    farm.answer("GET", `/v1/batches/${batchId}`, {
      body: batchResponse({ status: "refused", lineCount: 0, problems, problemCount: 120 }),
    });
    const refused = await farm.run("run", many);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("many.jsonl:3:1: tasks[3].requirements.pool: there is no such pool");
    expect(refused.err).toContain("and 119 more");
  });

  it("names lines that are refused at once by where the file says what is wrong with them", async () => {
    const file = path.join(folder, "pools.yaml");
    await writeFile(
      file,
      "defaults:\n  limits: { steps: 3 }\ntasks:\n  - { id: a, task: x }\n  - id: b\n    task: y\n    requirements: { pool: tablets }\n",
    );
    const message = (line: number, text: string) => `line ${line}: ${text}`;
    const errors = [
      { field: "lines.0.request.limits.maxSteps", message: message(1, "is too little") },
      { field: "lines.1.request.limits.maxSteps", message: message(2, "is too little") },
      { field: "lines.1.request.requirements.pool", message: message(2, "there is no such pool") },
    ];
    const problem = { type: "about:blank", title: "Refused", status: 422, code: "BatchRefused" };
    const body = { ...problem, detail: "3 problems.", advice: [], requestId: "r", errors };
    farm.answer("POST", "/v1/batches", { status: 422, type: "application/problem+json", body });
    const { err, code } = await farm.run("run", file);
    expect(code).toBe(2);
    expect(err.split("\n  ").slice(1)).toEqual([
      `${file}:2:20: defaults.limits.steps: is too little`,
      `${file}:7:27: tasks[2].requirements.pool: there is no such pool`,
    ]);
  });

  it("says nothing but a change of status where nobody watches, and outlives a farm that is away for a moment", async () => {
    farm.answer(
      "GET",
      `/v1/batches/${batchId}`,
      {
        body: batchResponse({
          status: "running",
          counts: {},
          progress: { pending: 2, running: 0, ended: 0, skipped: 0, share: 0 },
        }),
      },
      { status: 503, body: {} },
      { body: batchResponse() },
    );
    const { err, code } = await farm.run("watch", batchId);
    expect(err.trim().split("\n")).toEqual(["batch everyday is running", "batch everyday is finished"]);
    expect(code).toBe(0);
  });
});
