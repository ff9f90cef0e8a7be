import { type LoopbackServer, startLoopbackServer } from "@drover/aws-local/loopback-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ended, spawnDrover } from "../../../e2e/drover-process.ts";
import { sampleJob } from "../../../shared/storage/sample-records.ts";

/** What the command line sent to the API. */
let sent: unknown[] = [];
let api: LoopbackServer;
beforeAll(async () => {
  api = await startLoopbackServer({
    answer: async ({ body }) => {
      sent.push(JSON.parse(body.toString()));
      const job = { ...sampleJob(), links: {}, warnings: ["The model 'm' will be retired on tomorrow."] };
      return { status: 201, headers: { "content-type": "application/json" }, body: JSON.stringify(job) };
    },
    bodyLimitBytes: 1_000_000,
    tooLarge: { status: 413, headers: {}, body: "" },
  });
});
beforeEach(() => {
  sent = [];
});
afterAll(() => api.close());

const run = (...args: string[]) =>
  ended(spawnDrover(["run", "Ring", "--detach", ...args], { DROVER_API_URL: api.url, DROVER_TOKEN: "t" }));

describe("drover run, told of models", () => {
  it("asks for the agent's provider, model and effort, its fallback and the planner's model", async () => {
    const agent = ["--provider", "groq", "--model", "openai/gpt-oss-120b", "--effort", "low"];
    const others = ["--fallback-model", "claude-haiku-5-5", "--planner-model", "claude-opus-5-5"];
    const { code, stderr } = await run(...agent, ...others);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: "warning: The model 'm' will be retired on tomorrow.\n",
    });
    expect(sent).toMatchObject([
      {
        models: {
          agent: {
            provider: "groq",
            model: "openai/gpt-oss-120b",
            effort: "low",
            fallback: { model: "claude-haiku-5-5" },
          },
          planner: { model: "claude-opus-5-5" },
        },
      },
    ]);
  });

  it("takes settings of any role as JSON, over which an option of its own stands", async () => {
    const models = {
      agent: { model: "gpt-6.1-terra", timeoutSeconds: 60 },
      planner: { effort: "high", model: "gpt-6-luna" },
      verifier: { provider: "ollama", model: "qwen3:8b" },
    };
    await run(
      "--models",
      JSON.stringify(models),
      "--model",
      "claude-sonnet-5-5",
      "--planner-model",
      "gpt-6.1-sol",
    );
    expect(sent).toMatchObject([
      {
        models: {
          agent: { model: "claude-sonnet-5-5", timeoutSeconds: 60 },
          planner: { effort: "high", model: "gpt-6.1-sol" },
          verifier: { provider: "ollama", model: "qwen3:8b" },
        },
      },
    ]);
  });

  it("leaves open what nobody said", async () => {
    await run();
    expect(sent).toEqual([{ task: "Ring" }]);
  });
});
