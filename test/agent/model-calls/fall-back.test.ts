import type { ScenarioInput } from "@drover/practice-model";
import { type ModelServer, startModelServer } from "@drover/practice-model";
import { afterEach, describe, expect, it } from "vitest";
import { createModelClient } from "#agent/model-calls/model-client.ts";
import { predict } from "#agent/predict/predict.ts";
import { anthropicProvider } from "#agent/providers/anthropic/anthropic-provider.ts";
import { openAiResponsesProvider } from "#agent/providers/openai/openai-provider.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import { dump, node, switchRow, treeOf } from "../../shared/screen/tree/dump.ts";
import { observation } from "../samples.ts";
import { agentModel } from "./role-model.ts";

const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(script: ScenarioInput): Promise<ModelServer> {
  const server = await startModelServer({ script });
  servers.push(server);
  return server;
}

/** The first speaks Anthropic's wire, the fallback OpenAI's. */
async function ask(first: ScenarioInput, second: ScenarioInput) {
  const [one, other] = await Promise.all([serve(first), serve(second)]);
  const quick = { firstBackoffMilliseconds: 1 };
  const logged: string[] = [];
  const agent = agentModel(
    createModelClient({ provider: anthropicProvider({ baseUrl: one.url, apiKey: one.apiKey }), ...quick }),
    { fallback: { provider: "openai", model: "practice-1" } },
    createModelClient({
      provider: openAiResponsesProvider({ baseUrl: `${other.url}/v1`, apiKey: other.apiKey }),
      ...quick,
    }),
  );
  const answer = await predict({
    agent: { ...agent, model: "practice-1" },
    actions: builtInActions,
    logger: { info: (message) => void logged.push(message), debug: () => undefined },
    task: "Turn on Bluetooth",
    history: [],
    tree: treeOf(dump(node({}, switchRow("Bluetooth", false, 300)))),
    observation,
    stepNumber: 1,
    maxSteps: 30,
    elapsedSeconds: 0,
    marker: "q8w7e6",
  }).catch((error: unknown) => error);
  return { answer, logged, asked: [one.requests.length, other.requests.length] };
}

const back = { reply: { action: "back" } };

describe("a fallback", () => {
  it.each<readonly [string, ScenarioInput, number]>([
    ["is overloaded for longer than the call", [{ status: 529, times: 9 }], 4],
    ["says to wait for longer than the call", [{ status: 429, retryAfterSeconds: 600 }], 1],
    ["is out of reach", [{ hangUp: true, times: 9 }], 4],
    ["does not serve this account", [{ status: 403 }], 1],
    ["does not know the model", [{ status: 404 }], 1],
    ["declines the task", [{ raw: "I will not.", stopReason: "refusal" }], 1],
  ])("[spec R2] answers when the first %s, and the step says so", async (_, first, calls) => {
    const { answer, logged, asked } = await ask(first, [back]);
    expect(answer).toMatchObject({
      actions: [{ action: { action: "back" } }],
      model: "practice-1",
      fallbackFrom: "practice-1",
      usage: { calls: 2 },
    });
    expect(asked).toEqual([calls, 1]);
    expect(logged).toContain("another model answers");
  });

  it.each([
    ["a request that is wrong would be wrong there too", [{ status: 400 }], "ModelRejected"],
  ] as const)("is not asked where %s", async (_, first, code) => {
    const { answer, asked } = await ask([...first], [back]);
    expect(answer).toMatchObject({ code });
    expect(asked[1]).toBe(0);
  });

  it("[fault E1] leaves the wait that the first asked for to the workflow when it fails too", async () => {
    const { answer } = await ask([{ status: 429, retryAfterSeconds: 600 }], [{ status: 401, times: 9 }]);
    expect(answer).toMatchObject({
      code: "ModelOverloaded",
      message: expect.stringContaining("Its fallback 'practice-1' failed too"),
      details: { retryAfterSeconds: 600, fallbackModel: "practice-1", usage: { calls: 2 } },
    });
  });

  it("[fault E6] leaves a refusal a refusal when it fails", async () => {
    const { answer } = await ask([{ raw: "No.", stopReason: "refusal" }], [{ status: 401, times: 9 }]);
    expect(answer).toMatchObject({ code: "ModelRefused" });
  });

  it("[fault E2] goes on with the repair that the first began", async () => {
    const { answer, asked } = await ask([{ reply: { action: "tapp" } }, { status: 529, times: 9 }], [back]);
    expect(answer).toMatchObject({
      actions: [{ action: { action: "back" } }],
      repairs: 1,
      usage: { calls: 3 },
    });
    expect(asked[1]).toBe(1);
  });

  it("[fault E2] answers after three replies of the first that cannot be used", async () => {
    const { answer, asked } = await ask([{ reply: { action: "tapp" }, times: 9 }], [back]);
    expect(answer).toMatchObject({
      actions: [{ action: { action: "back" } }],
      fallbackFrom: "practice-1",
      repairs: 3,
      usage: { calls: 4 },
    });
    expect(asked).toEqual([3, 1]);
  });

  it("[fault E2] leaves the blame where it was when it does not serve", async () => {
    const { answer } = await ask([{ reply: { action: "tapp" }, times: 9 }], [{ status: 401, times: 9 }]);
    expect(answer).toMatchObject({ code: "ModelOutputInvalid", details: { usage: { calls: 4 } } });
  });

  it("is not asked while the first answers", async () => {
    const { answer, asked } = await ask([back], []);
    expect(answer).not.toHaveProperty("fallbackFrom");
    expect(asked).toEqual([1, 0]);
  });
});
