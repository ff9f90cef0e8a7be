import { type ChildProcess, execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { startModelServer } from "@drover/practice-model";
import { afterEach, expect, it } from "vitest";
import { notTried, python } from "../../find-python.ts";
import { ended, eventually, jobEnded, spawnDrover } from "../drover-process.ts";
import { on } from "./one-farm.ts";

let serving: ChildProcess | undefined;
const run = promisify(execFile);
const example = (name: string): string => path.resolve(import.meta.dirname, "../../../examples/agents", name);

afterEach(() => {
  serving?.kill("SIGKILL");
});
const serve = (agent: string, cmd: string, environment = {}, ...more: string[]) => {
  serving = spawnDrover(
    ["agent", "serve", "--dir", on.dir, "--agent", agent, "--cmd", cmd, ...more],
    environment,
  );
  return { child: serving, end: ended(serving) };
};
const isOn = { kind: "setting", namespace: "global", key: "bluetooth_on", equals: "1" };
const submit = (name: string, task = "Turn on Bluetooth") =>
  on.api.submit({ task, agent: { kind: "external", name }, validators: [isOn] });

it(`the Python agent of the examples turns Bluetooth on, a job after the other, and is let finish at Ctrl-C${notTried}`, async () => {
  if (python === null) return expect(python).toBeNull();
  const { child, end } = serve("switches", `${python} ${example("agent.py")}`, {}, "--pictures", "inline");
  const first = await submit("switches");
  const second = await submit("switches");
  expect((await jobEnded(on.api, first.jobId)).outcome).toBe("succeeded");
  await eventually("the second has begun", async () =>
    (await on.api.job(second.jobId)).stepCount > 0 ? true : undefined,
  );
  child.kill("SIGINT");
  const { code, stdout, stderr } = await end;
  expect((await on.api.job(second.jobId)).outcome).toBe("succeeded");
  expect(stdout).toContain(`${first.jobId}  succeeded`);
  expect(stdout).toContain(`${second.jobId}  succeeded`);
  expect(stderr).toContain(`${first.jobId} | The job ended: succeeded`);
  expect(code).toBe(130);
}, 180_000);

it(`the agent of the examples that asks an OpenAI-compatible endpoint is told what it used${notTried}`, async () => {
  if (python === null) return expect(python).toBeNull();
  const model = await startModelServer({ service: "openai" });
  const { OPENAI_BASE_URL, OPENAI_API_KEY } = {
    OPENAI_BASE_URL: `${model.url}/v1`,
    OPENAI_API_KEY: model.apiKey,
  };
  serve("llm", `${python} ${example("openai_agent.py")}`, {
    OPENAI_BASE_URL,
    OPENAI_API_KEY,
    OPENAI_MODEL: model.model,
  });
  const { jobId } = await submit("llm");
  const job = await jobEnded(on.api, jobId);
  await model.close();
  expect([job.outcome, job.outcomeReason]).toEqual(["succeeded", job.outcomeReason]);
  expect(job.usage.calls).toBe(job.stepCount);
  expect(job.usage.inputTokens).toBeGreaterThan(0);
}, 180_000);

it("the TypeScript agent of the examples takes its turns by the client alone", async () => {
  const environment = {
    ...process.env,
    DROVER_API_URL: on.farm.file.apiUrl,
    DROVER_TOKEN: on.farm.file.token,
  };
  const { stdout } = await run(
    process.execPath,
    ["--conditions=@drover/source", example("client-agent.ts"), "Turn on Bluetooth"],
    { env: environment },
  );
  expect(stdout).toMatch(/^[0-9A-Z]{26} {2}succeeded/);
}, 120_000);

it("an answer that cannot be used is told to the program, which may answer again; what the policy denies is said", async () => {
  const code = `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { type, stepNumber, refused } = JSON.parse(line);
    if (type === "end") process.exit();
    const done = { action: "FINISH", status: "infeasible", summary: "I was told: " + refused };
    const wrong = { action: "tap", element: 199 };
    console.log(JSON.stringify({ actions: [stepNumber === 1 ? { action: "home" } : refused ? done : wrong] }));
  });`;
  const { child, end } = serve("clumsy", process.execPath, {}, "--json", "--", "-e", code);
  const agent = { kind: "external", name: "clumsy" };
  const policy = { actions: { deny: ["navigation"] } };
  const { jobId } = await on.api.submit({ task: "Go home", agent, policy });
  // While it has a job it waits for no other, which would take ten seconds.
  await eventually("it has begun", async () => ((await on.api.job(jobId)).stepCount > 0 ? true : undefined));
  child.kill("SIGINT");
  const job = await jobEnded(on.api, jobId);
  const { stdout, stderr } = await end;
  expect(job.claim).toMatchObject({
    status: "infeasible",
    summary: expect.stringContaining("no element 199"),
  });
  expect(stderr).toContain(`${jobId} refused: actions`);
  expect(stderr).toContain(`${jobId} denied: `);
  expect(JSON.parse(stdout)).toMatchObject({ jobId, endReason: "claimed" });
}, 120_000);

it("a command that dies at once fails no more than three jobs before it is stopped", async () => {
  const { end } = serve("stillborn", process.execPath, {}, "--", "-e", "process.exit(7)");
  const jobs = await Promise.all(Array.from({ length: 4 }, () => submit("stillborn")));
  const { code, stderr } = await end;
  expect(code).toBe(10);
  expect(stderr).toContain("ended 3 times before it took a turn");
  const failed = await Promise.all(jobs.map(({ jobId }) => on.api.job(jobId)));
  expect(failed.filter(({ endReason }) => endReason === "agentFailed").length).toBeLessThanOrEqual(3);
  const words = await eventually("one has ended", async () =>
    (await Promise.all(jobs.map(({ jobId }) => on.api.job(jobId)))).find(
      ({ status }) => status === "finished",
    ),
  );
  expect([words.outcome, words.outcomeReason]).toEqual([
    "failed",
    expect.stringContaining("ended with code 7"),
  ]);
  for (const { jobId } of jobs) await on.api.cancel(jobId).catch(() => undefined);
}, 120_000);

it("there must be such a program, and a farm", async () => {
  const none = await serve("any", "no-such-program-here").end;
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("no-such-program-here")]);
});
