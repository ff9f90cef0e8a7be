import type { ScenarioInput } from "@drover/practice-model";
import { type ModelServer, startModelServer } from "@drover/practice-model";
import { afterEach, describe, expect, it } from "vitest";
import { createModelClient, type ModelClient } from "#agent/model-calls/model-client.ts";
import { type Prediction, predict } from "#agent/predict/predict.ts";
import { anthropicProvider } from "#agent/providers/anthropic/anthropic-provider.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import type { ModelSettings } from "#shared/contracts/agent/model-settings.ts";
import type { AnswerSchema } from "#shared/contracts/job/answer-schema.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { dump, node, switchRow, treeOf } from "../../shared/screen/tree/dump.ts";
import { agentModel } from "../model-calls/role-model.ts";
import { observation } from "../samples.ts";

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

interface Logged {
  readonly level: "info" | "debug";
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

async function ask(
  script: ScenarioInput,
  over: {
    dialect?: ModelSettings["dialect"];
    answerSchema?: AnswerSchema;
    logged?: Logged[];
    maxTokens?: number;
    through?: (client: ModelClient) => ModelClient;
  } = {},
): Promise<Prediction> {
  server = await startModelServer({ script });
  const { logged = [], dialect = "tool-use", maxTokens = 1_024, through = (client) => client } = over;
  const write = (level: Logged["level"]) => (message: string, fields: Logged["fields"]) =>
    void logged.push({ level, message, fields });
  let milliseconds = 0;
  return predict({
    agent: agentModel(
      through(
        createModelClient({
          provider: anthropicProvider({ baseUrl: server.url, apiKey: server.apiKey }),
          firstBackoffMilliseconds: 1,
        }),
      ),
      { dialect, maxTokens },
    ),
    logger: { info: write("info"), debug: write("debug") },
    now: () => (milliseconds += 10),
    task: "Turn on Bluetooth",
    ...(over.answerSchema === undefined ? {} : { answerSchema: over.answerSchema }),
    history: [],
    tree: treeOf(dump(node({}, switchRow("Bluetooth", false, 300)))),
    observation,
    stepNumber: 1,
    maxSteps: 30,
    elapsedSeconds: 0,
    marker: "q8w7e6",
    actions: builtInActions,
  });
}
const failing = (script: ScenarioInput, over = {}) =>
  ask(script, over).then(
    () => Promise.reject(new Error("it answered")),
    (error: unknown) => error,
  );
const lastRequest = (): string => JSON.stringify(server?.requests.at(-1)?.messages.slice(1));

describe.each(["tool-use", "thinking-tool-call"] as const)("predict in the %s dialect", (dialect) => {
  it("[spec I1.2] gives thinking, action and what the device is to do", async () => {
    const prediction = await ask([{ reply: { action: "tap", element: 0 }, thinking: "It is off." }], {
      dialect,
    });
    expect(prediction).toMatchObject({
      model: "practice-1",
      thinking: "It is off.",
      actions: [
        {
          action: { action: "tap", element: 0 },
          deviceAction: { action: "tap", coordinate: [0.5, 1 / 6] },
          element: 'SWITCH "Bluetooth"',
        },
      ],
      repairs: 0,
      inferenceMilliseconds: expect.any(Number),
      usage: { calls: 1 },
    });
    expect(prediction.usage.inputTokens).toBeGreaterThan(100);
  });

  it.each([
    ["an unknown action", { reply: { action: "tapp", element: 0 } }, "Did you mean 'tap'"],
    ["a missing parameter", { reply: { action: "type" } }, "'text'"],
    ["a coordinate out of range", { reply: { action: "tap", coordinate: [9999, 2] } }, "[9999, 2]"],
    ["an unknown element", { reply: { action: "tap", element: 9 } }, "elements 0 to 0"],
    ["a question to nobody", { reply: { action: "ask_user", question: "Sure?" } }, "no user to ask"],
    ["a call of no tool", { reply: { action: "mcp_call", tool: "x" } }, "no tools in this job"],
    ["no action at all", { raw: "I would rather talk." }, "tool"],
    ["an empty reply", { raw: "" }, "tool"],
  ] as const)(
    "[fault E2] [spec I3.4] shows the model %s once and takes its better reply",
    async (_, bad, said) => {
      const prediction = await ask([{ ...bad }, { reply: { action: "back" } }], { dialect });
      expect(prediction).toMatchObject({
        actions: [{ action: { action: "back" } }],
        repairs: 1,
        usage: { calls: 2 },
      });
      expect(lastRequest()).toContain(said);
    },
  );

  it("[spec G5] shows the model once that its answer does not fit the job's form", async () => {
    const finish = (answer: string) => ({ reply: { action: "FINISH", status: "success", answer } });
    const prediction = await ask([finish("12.5 euros"), finish('{"total": 12.5}')], {
      dialect,
      answerSchema: { type: "object", properties: { total: { type: "number" } }, required: ["total"] },
    });
    expect(prediction).toMatchObject({
      repairs: 1,
      actions: [{ action: { action: "FINISH", answer: '{"total": 12.5}' } }],
    });
    expect(JSON.stringify(server?.requests[1])).toContain("does not fit its form: it is no JSON");
  });

  it("[fault E2] asks a third time without the replies that could not be used", async () => {
    const prediction = await ask([{ raw: "Hmm, well.", times: 2 }, { reply: { action: "back" } }], {
      dialect,
    });
    expect(prediction).toMatchObject({ repairs: 2, usage: { calls: 3 } });
    const [first, second, third] = server?.requests ?? [];
    expect(JSON.stringify(second)).toContain("Hmm, well.");
    expect(third?.messages).toHaveLength(first?.messages.length ?? 0);
    expect(JSON.stringify(third)).not.toContain("Hmm, well.");
    expect(JSON.stringify(third)).toContain("An earlier try failed");
  });

  it("[fault E2] gives up on the third reply that cannot be used and counts what it cost", async () => {
    const error = await failing([{ reply: { action: "tapp" }, times: 5 }], { dialect });
    expect(error).toMatchObject({
      code: "ModelOutputInvalid",
      audience: "operator",
      details: { reason: "ValidationError", usage: { calls: 3 } },
    });
    expect((error as Error).cause).toMatchObject({ code: "ValidationError" });
    expect(server?.requests).toHaveLength(3);
  });

  it.each([
    ["text", { type: "text", text: "tap ".repeat(2_500_000) }],
    ["call", { type: "tool_use", id: "a", name: "type", input: { text: "x".repeat(10_000_000) } }],
    ["name", { type: "tool_use", id: "a", name: "x".repeat(10_000_000), input: {} }],
  ])(
    "[fault E2] shows a %s of ten megabytes by its beginning, and blames the model for it",
    async (_, block) => {
      const message = {
        type: "message",
        role: "assistant",
        model: "m",
        content: [block],
        stop_reason: "end_turn",
      };
      const body = { body: JSON.stringify(message), contentType: "application/json", times: 5 };
      const error = await failing([body], { dialect });
      expect(error).toMatchObject({ code: "ModelOutputInvalid", details: { usage: { calls: 3 } } });
      const sizes = server?.received.map(({ body }) => body.length) ?? [];
      expect(sizes).toHaveLength(3);
      expect(Math.max(...sizes)).toBeLessThan((sizes[0] ?? 0) + 4_000);
    },
  );

  it("[fault E3] gives a reply that was cut room for twice as much, once", async () => {
    const cut = { reply: { action: "back" }, stopReason: "max_tokens" } as const;
    const prediction = await ask([cut, { reply: { action: "home" } }], { dialect });
    expect(prediction).toMatchObject({
      actions: [{ action: { action: "home" } }],
      repairs: 1,
      usage: { calls: 2 },
    });
    const [first, second] = server?.requests ?? [];
    expect(second).toEqual({ ...first, max_tokens: 2_048 });
    await server?.close();
    expect(await failing([{ ...cut, times: 9 }], { dialect })).toMatchObject({ code: "ModelOutputInvalid" });
    expect(server?.requests.map(({ max_tokens }) => max_tokens)).toEqual([1_024, 2_048, 2_048, 2_048]);
  });

  it("[fault E6] ends at once when the model refuses", async () => {
    expect(
      await failing([{ raw: "I cannot help with that.", stopReason: "refusal" }], { dialect }),
    ).toMatchObject({
      code: "ModelRefused",
      details: { usage: { calls: 1, inputTokens: expect.any(Number), outputTokens: 7 } },
    });
    expect(server?.requests).toHaveLength(1);
  });
});

describe("predict", () => {
  it("[spec I3.4] logs malformed JSON with its place", async () => {
    const logged: Logged[] = [];
    await ask([{ raw: '<tool_call>{"action": }</tool_call>' }, { reply: { action: "back" } }], {
      dialect: "thinking-tool-call",
      logged,
    });
    const fields = { code: "JSONParseError", raw: '{"action": }', line: 1, column: 12 };
    expect(logged[0]).toMatchObject({ level: "info", message: "reply not usable", fields });
  });

  it("[spec I6.1] logs thinking at INFO and the action at DEBUG, with model and step", async () => {
    const logged: Logged[] = [];
    await ask([{ reply: { action: "back" }, thinking: "Away." }], { logged });
    expect(logged).toMatchObject([
      {
        level: "info",
        message: "prediction",
        fields: { model: "practice-1", stepNumber: 1, thinking: "Away." },
      },
      { level: "debug", fields: { model: "practice-1", stepNumber: 1, actions: '[{"action":"back"}]' } },
    ]);
  });

  it("takes secrets out of the thinking that it logs", async () => {
    const logged: Logged[] = [];
    await ask([{ reply: { action: "back" }, thinking: "The password is hunter2, so I type it." }], {
      logged,
    });
    expect(JSON.stringify(logged)).not.toContain("hunter2");
    expect(logged[0]?.fields).toMatchObject({ thinking: expect.stringContaining("[secret]") });
  });

  it("logs no task that a model repeats", async () => {
    const logged: Logged[] = [];
    await ask([{ reply: { action: "back" }, thinking: 'I do not understand "Turn on Bluetooth".' }], {
      logged,
    });
    expect(logged[0]?.fields).toMatchObject({ thinking: 'I do not understand "[task]".' });
  });

  it("[fault E3] notices when the answer does not fit the token limit", async () => {
    expect(
      await failing([{ reply: { action: "back" }, thinking: "x".repeat(2_000), times: 9 }], {
        maxTokens: 64,
      }),
    ).toMatchObject({ code: "ModelOutputInvalid", details: { value: "length" } });
  });

  it("leaves errors of the service to the workflow", async () => {
    expect(await failing([{ status: 529, times: 9 }])).toMatchObject({ code: "ModelOverloaded" });
  });
});

describe("a call that brought nothing", () => {
  it("counts when it timed out, beside what was told of the one before", async () => {
    let calls = 0;
    const timesOut = (client: ModelClient): ModelClient => ({
      ...client,
      complete: async (request, timeoutSeconds) => {
        calls += 1;
        if (calls === 2) throw new DroverError("ModelTimeout", "No answer in time.");
        return client.complete(request, timeoutSeconds);
      },
    });
    const error = await failing([{ raw: "I would rather talk." }], { through: timesOut });
    expect(error).toMatchObject({ code: "ModelTimeout", details: { usage: { calls: 2, outputTokens: 6 } } });
  });

  it.each([
    ["was cut off", { hangUp: true, times: 9 }, "ModelUnavailable"],
    ["was not served", { status: 401 }, "ModelRejected"],
    ["was answered by a proxy", { body: "<html>", times: 9 }, "ModelUnavailable"],
  ] as const)("counts when it %s", async (_, entry, code) => {
    const error = await failing([{ ...entry }]);
    expect(error).toMatchObject({ code, details: { usage: { calls: 1, inputTokens: 0, pricedCalls: 0 } } });
  });
});
