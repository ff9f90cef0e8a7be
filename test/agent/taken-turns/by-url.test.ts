import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { handler } from "#functions/predict-action.ts";
import { AgentServiceRequest } from "#shared/contracts/api/agent-service.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { isInnerAddress } from "#shared/http/outer-address.ts";
import { invoke, startedAt, startFunctions, type TestFunctions } from "../../functions/start-functions.ts";
import { turnInput } from "../../functions/turn-input.ts";
import { jobIdOf, sampleJob, tenantId } from "../../shared/storage/sample-records.ts";

let dir: string;
let functions: TestFunctions;
let url: string;
let jobId: JobId;
let count = 700;
const asked: AgentServiceRequest[] = [];
let replies: { status?: number; body: unknown }[] = [];
const service = createServer(async (request, response) => {
  let text = "";
  for await (const chunk of request) text += chunk;
  asked.push(AgentServiceRequest.parse(JSON.parse(text)));
  const { status = 200, body } = replies.shift() ?? { body: {} };
  response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/predict`;
  dir = await mkdtemp(path.join(tmpdir(), "drover-service-"));
  const file = path.join(dir, "drover.config.mjs");
  await writeFile(file, "export default { agents: { local: true } };");
  functions = await startFunctions({ DROVER_CONFIG_FILE: file });
});
afterAll(async () => {
  await functions.close();
  service.closeAllConnections();
  service.close();
  await rm(dir, { recursive: true, force: true });
});
beforeEach(() => {
  asked.length = 0;
  replies = [];
  count += 1;
  jobId = jobIdOf(count);
  functions.clock.now = new Date(startedAt);
});

const tap = { action: "tap", coordinate: [0.5, 0.25] };
async function turn(agent: Record<string, unknown> = {}, change: Record<string, unknown> = {}) {
  const job = sampleJob({
    jobId,
    status: "running",
    acquisition: 1,
    startedAt,
    supervision: {},
    agent: { kind: "external", name: "mine", url, turnTimeoutSeconds: 30, observation: {}, ...agent },
    ...change,
  });
  await functions.repositories.jobs.create(job);
  return invoke(handler, turnInput(jobId));
}

describe("an agent that the farm calls by its url", () => {
  it("[spec I1.2] is asked predict(instruction, observation), and its actions are the turn's", async () => {
    replies = [{ body: { actions: [tap], thinking: "There.", usage: { inputTokens: 5, outputTokens: 2 } } }];
    expect(await turn()).toMatchObject({ route: "perform", stepNumber: 1 });
    expect(asked).toMatchObject([
      {
        instruction: "Turn on Bluetooth",
        stepNumber: 1,
        observation: { metadata: { step_count: 1, app: "com.android.launcher3", screen: { width: 1080 } } },
        actions: expect.arrayContaining(["tap"]),
      },
    ]);
    expect(await functions.repositories.steps.get(tenantId, jobId, 1)).toMatchObject({
      chosenBy: "external",
      model: "mine",
      thinking: "There.",
      usage: { inputTokens: 5, outputTokens: 2 },
    });
  });

  it("[spec I1.1] is told no part of the screen that it does not read", async () => {
    replies = [{ body: { action: tap, thinking: "" } }];
    const observation = { screenshot: false, accessibilityTree: false, toolResult: false, metadata: false };
    await turn({ observation });
    expect(asked[0]?.observation).toEqual({});
  });

  it("is told once more with what was wrong, and then has failed", async () => {
    replies = [{ body: "no JSON" }, { body: { actions: [{ action: "fly" }] } }, { status: 503, body: {} }];
    expect(await turn()).toMatchObject({
      route: "judge",
      end: { reason: "agentFailed", detail: "The agent 'mine' failed: Its response had the status 503." },
    });
    expect(asked.map(({ problem }) => problem)).toEqual([
      undefined,
      "Its response is not JSON.",
      expect.stringContaining("fly"),
    ]);
    expect(await functions.repositories.errors.listByJob(tenantId, jobId)).toMatchObject([
      { code: "AgentFailed" },
    ]);
  });

  it("has its calls kept with the job's debug records, without the picture, keys of the address and secrets", async () => {
    replies = [{ body: "no JSON, password=hunter2-hunter2" }, { body: { action: tap, thinking: "" } }];
    await turn({ url: `${url}?key=of-mine` }, { debug: true });
    const prefix = `tenants/${tenantId}/jobs/${jobId}/debug/`;
    const [key = ""] = await functions.storage.artifacts.list(prefix);
    expect(key).toContain("/step-0001/service-");
    const text = await functions.storage.artifacts.getText(key);
    expect(JSON.parse(text).calls).toMatchObject([
      { url, problem: "Its response is not JSON.", reply: { status: 200 } },
      { url, request: { problem: "Its response is not JSON." }, reply: { status: 200 } },
    ]);
    expect(text).not.toMatch(/of-mine|hunter2/);
  });

  it("is not asked again when it says that the request is wrong", async () => {
    replies = [{ status: 404, body: {} }];
    expect(await turn()).toMatchObject({ route: "judge", end: { reason: "agentFailed" } });
    expect(asked).toHaveLength(1);
  });

  it("may not answer without end", async () => {
    replies = [1, 2, 3].map(() => ({ body: " ".repeat(600 * 1_024) }));
    expect(await turn()).toMatchObject({
      route: "judge",
      end: { detail: expect.stringContaining("longer than 524288 bytes") },
    });
  });

  it("says what it cost where the job's money is limited", async () => {
    replies = [{ body: { actions: [tap] } }, { body: { actions: [tap], usage: { costUsd: 0 } } }];
    expect(await turn({}, { limits: { maxCostUsd: 1 } })).toMatchObject({ route: "perform" });
    expect(asked[1]?.problem).toContain("usage.costUsd");
  });
});

it.each(["127.0.0.1", "10.1.2.3", "169.254.169.254", "192.168.1.1", "172.20.0.1", "100.64.0.1", "0.0.0.0"])(
  "an agent's address is none of the farm's own network: %s",
  (address) => {
    expect(isInnerAddress(address)).toBe(true);
    expect(isInnerAddress(`::ffff:${address}`)).toBe(true);
  },
);

it.each([
  ...["::1", "::", "fd00::1", "fe80::1", "64:ff9b::a00:1", "::7f00:1", "::ffff:0:127.0.0.1"],
  ...["2001:0:7f00:1::", "2001:db8::1", "2002:7f00:1::", "192.0.2.1", "198.51.100.1", "203.0.113.1"],
])("an agent's address is none of the farm's own network: %s", (address) => {
  expect(isInnerAddress(address)).toBe(true);
});

it.each(["8.8.8.8", "2606:4700::1111"])("an agent's address may be %s", (address) => {
  expect(isInnerAddress(address)).toBe(false);
});
