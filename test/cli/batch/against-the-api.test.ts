import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type LoopbackServer, startLoopbackServer } from "@drover/aws-local/loopback-server";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { callApi } from "../../api/call-api.ts";
import { startApi, type TestApi } from "../../api/start-api.ts";
import { batchCommandLine } from "./batch-command-line.ts";

let api: TestApi;
let server: LoopbackServer;
let folder: string;
beforeAll(async () => {
  api = await startApi();
  folder = await mkdtemp(path.join(tmpdir(), "drover-api-"));
  server = await startLoopbackServer({
    answer: async ({ method, path: asked, query, body }) => {
      const call = body.length === 0 ? {} : { body: body.toString() };
      const answer = await callApi(method, `${asked}${query === "" ? "" : `?${query}`}`, call);
      const type = String(answer.headers["content-type"] ?? "application/json");
      return { status: answer.status, headers: { "content-type": type }, body: JSON.stringify(answer.body) };
    },
    bodyLimitBytes: 10_000_000,
    tooLarge: { status: 413, headers: {}, body: "" },
  });
  vi.stubEnv("DROVER_API_URL", server.url);
  vi.stubEnv("DROVER_TOKEN", "t");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all([server.close(), api.close(), rm(folder, { recursive: true })]);
});

const tasksFile = async (tasks: string): Promise<string> => {
  const file = path.join(folder, "tasks.yaml");
  await writeFile(file, `name: nightly\ntasks:\n${tasks}`);
  return file;
};
const wifi = "  - { id: wifi, task: Turn off Wi-Fi, tags: [smoke] }\n";
const alarm = "  - { id: alarm, task: 'Set an alarm for {{hour}}:30', parameters: { hour: [6, 7] } }\n";

test("[spec C6] the same file and name go on: what is there is kept, new tasks, models and repetitions run", async () => {
  const one = await tasksFile(wifi);
  expect((await batchCommandLine("run", one, "--detach")).err).toContain("0 jobs kept, 1 new");
  expect((await batchCommandLine("run", one, "--detach")).err).toContain("1 jobs kept, 0 new");
  const more = await tasksFile(wifi + alarm);
  expect((await batchCommandLine("run", more, "--detach")).err).toContain("1 jobs kept, 2 new");
  expect((await batchCommandLine("run", more, "--repeat", "2", "--detach")).err).toContain(
    "3 jobs kept, 3 new",
  );
  const models = ["--model", "claude-haiku-5-5"];
  expect((await batchCommandLine("run", more, ...models, "--detach")).err).toContain("0 jobs kept, 3 new");
  expect((await batchCommandLine("list")).out).toMatch(
    /^nightly +[0-9A-Z]{26} +running +9 +3 +default, claude-haiku-5-5 /m,
  );
});

test("a batch is steered by its name, and says who and why", async () => {
  const set = await batchCommandLine(
    "set",
    "nightly",
    "--concurrency",
    "3",
    "--pause-variant",
    "default",
    "--reason",
    "too dear",
    "--by",
    "ada",
  );
  expect(set).toMatchObject({ code: 0, out: expect.stringContaining("ada: too dear") });
  const paused = await batchCommandLine("pause", "nightly", "--reason", "lunch", "--by", "ada", "--json");
  expect(JSON.parse(paused.out)).toMatchObject({
    status: "paused",
    settings: { concurrency: 3 },
    pausedVariants: ["default"],
    changes: expect.arrayContaining([expect.objectContaining({ by: "ada", reason: "lunch" })]),
  });
  expect((await batchCommandLine("resume", "nightly")).out).toMatch(/^nightly is running/);
  expect((await batchCommandLine("jobs", "nightly", "--tag", "smoke")).out).toMatch(/^item +task/);
});

test("a line that the farm will not run refuses the batch with the field in its file", async () => {
  const file = await tasksFile(`${wifi}  - { id: other, task: x, requirements: { pool: nowhere } }\n`);
  const { code, err } = await batchCommandLine("run", file, "--name", "other", "--detach");
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringMatching(/:4:\d+: tasks\[2\]\.requirements\.pool: there is no such pool/),
  });
});

test("a budget of money for a model without a price is refused where the budget was said, once", async () => {
  const unpriced = "    models: { agent: { model: mine-1 } }\n";
  const tasks = `  - id: a\n    task: x\n${unpriced}  - id: b\n    task: y\n${unpriced}`;
  const file = await tasksFile(tasks);
  const asked = ["run", file, "--name", "money", "--detach"] as const;
  const byOption = await batchCommandLine(...asked, "--budget", "20");
  expect(byOption.code).toBe(2);
  expect(byOption.err.split("\n  ").slice(1)).toEqual([
    expect.stringMatching(/^--budget cannot be applied: 'mine-1' has no price.*\(--budget-tokens\)$/s),
  ]);
  const settings = "settings:\n  budget:\n    costUsd: 20\n";
  const own = await tasksFile(`${tasks}${settings}`);
  const byFile = await batchCommandLine("run", own, "--name", "money", "--detach");
  expect(byFile.code).toBe(2);
  expect(byFile.err.split("\n  ").slice(1)).toEqual([
    expect.stringMatching(
      /tasks\.yaml:11:14: settings\.budget\.costUsd: cannot be applied: 'mine-1' has no price/,
    ),
  ]);
});

test("[spec C6] more than 1,000 jobs go to the bucket by the form that the API gives, and wait to be read", async () => {
  const many = path.join(folder, "many.jsonl");
  await writeFile(many, Array.from({ length: 1_001 }, (_, n) => `{"id":"t${n}","task":"x"}\n`).join(""));
  const { out, err, code } = await batchCommandLine("run", many, "--detach", "--json");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(JSON.parse(out)).toMatchObject({ name: "many", status: "checking", kept: null, new: null });
});
