import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import { callApi, refused } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const submit = async (body: Record<string, unknown>): Promise<JobResponse> => {
  const answer = await callApi("POST", "/v1/jobs", { body: { task: "x", ...body } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return JobResponse.parse(answer.body);
};
const script = { version: 1, task: "x", steps: [{ press: "home" }] };
const mine = { kind: "external", name: "mine" };

describe("a job's agent", () => {
  it("[spec G1] is swapped by name, with what it leaves out as it is by default", async () => {
    expect((await submit({ agent: mine })).agent).toEqual({
      ...mine,
      turnTimeoutSeconds: 120,
      observation: { screenshot: true, accessibilityTree: true, toolResult: true, metadata: true },
    });
    expect((await submit({ agent: { kind: "human" } })).agent).toEqual({
      kind: "human",
      name: "human",
      turnTimeoutSeconds: 1_800,
    });
    expect((await submit({})).agent).toBeUndefined();
  });

  it("that is a script is the job's source", async () => {
    expect(await submit({ agent: { kind: "script", script } })).toMatchObject({
      agent: { kind: "script" },
      source: { kind: "script", steps: 1 },
    });
  });

  it("may have its money bounded, though nobody knows its price", async () => {
    expect((await submit({ agent: mine, limits: { maxCostUsd: 0.5 } })).limits.maxCostUsd).toBe(0.5);
  });

  it.each([
    [{ agent: { kind: "session" } }, "agent.kind"],
    [{ agent: { kind: "external" } }, "agent.name"],
    [{ agent: { kind: "external", name: "My Agent" } }, "agent.name"],
    [{ agent: { ...mine, turnTimeoutSeconds: 601 } }, "agent.turnTimeoutSeconds"],
    [{ agent: { ...mine, url: "https://a.example/", turnTimeoutSeconds: 151 } }, "agent.turnTimeoutSeconds"],
    [{ agent: { ...mine, url: "https://ada:pw@a.example/" } }, "agent.url"],
    [{ agent: { ...mine, url: "http://a.example/" } }, "agent.url"],
    [{ agent: { ...mine, url: "https://169.254.169.254/latest" } }, "agent.url"],
    [{ agent: { ...mine, url: "https://[::1]/" } }, "agent.url"],
    [{ agent: mine, models: { agent: { model: "practice-1" } } }, "models.agent"],
    [{ agent: mine, supervision: { planning: "full" } }, "supervision.planning"],
    [{ agent: mine, supervision: { progress: true } }, "supervision.progress"],
    [{ agent: mine, workflow: {} }, "workflow.subtasks"],
    [{ agent: mine, recovery: { exception: "it broke" } }, "recovery"],
    [{ agent: mine, source: { kind: "script", script } }, "agent"],
    [{ agent: { kind: "script", script }, source: { kind: "script", script } }, "source"],
  ])("is refused with the field and what to do: %j", async (body, field) => {
    const problem = await refused(400, "POST", "/v1/jobs", { body: { task: "x", ...body } });
    expect(problem.errors?.map((error) => error.field)).toContain(field);
  });

  it("may have helpers of the farm's where it names them", async () => {
    const supervision = { completion: true, retry: true };
    expect((await submit({ agent: mine, supervision })).supervision).toEqual(supervision);
  });
});

it("an agent on this machine is called where the project's config says so", async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-agents-"));
  const file = path.join(dir, "drover.config.mjs");
  await writeFile(file, "export default { agents: { local: true } };");
  const farm = await startApi({ DROVER_CONFIG_FILE: file });
  try {
    const { agent } = await submit({ agent: { ...mine, url: "http://127.0.0.1:4711/predict" } });
    expect(agent).toMatchObject({ url: "http://127.0.0.1:4711/predict" });
  } finally {
    await farm.close();
    await rm(dir, { recursive: true, force: true });
    await api.close();
    api = await startApi();
  }
});
