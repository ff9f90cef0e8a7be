import Anthropic from "@anthropic-ai/sdk";
import { type ModelServer, Scenario, type ScenarioInput, startModelServer } from "@drover/practice-model";
import { afterEach, describe, expect, it } from "vitest";
import { buildPrompt } from "#agent/prompt/prompt.ts";
import { writeRequest } from "#agent/providers/anthropic/write-request.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import { observation } from "../agent/samples.ts";

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const promptFor = (task: string) =>
  buildPrompt({
    task,
    history: [],
    tree: null,
    observation,
    stepNumber: 1,
    maxSteps: 9,
    elapsedSeconds: 0,
    dialect: "thinking-tool-call",
    marker: "m",
    actions: builtInActions,
  });

async function asker(script: ScenarioInput, latencyMilliseconds = 0) {
  const started = await startModelServer({ latencyMilliseconds, script });
  server = started;
  const client = new Anthropic({ baseURL: started.url, apiKey: started.apiKey, maxRetries: 0 });
  return async (task: string): Promise<string> => {
    const request = { ...promptFor(task), model: "practice-1", maxOutputTokens: 500 };
    const reply = await client.messages.create(writeRequest(request));
    return reply.content.map((block) => (block.type === "text" ? block.text : block.type)).join("");
  };
}

describe("scenarios", () => {
  it("give their replies in order, then the model thinks for itself", async () => {
    const ask = await asker([{ raw: "one" }, { reply: { action: "back" }, thinking: "Two." }]);
    expect(await ask("go home")).toBe("one");
    expect(await ask("go home")).toBe('<thinking>Two.</thinking><tool_call>{"action":"back"}</tool_call>');
    expect(await ask("go home")).toContain('{"action":"home"}');
    expect(server?.scriptRemaining()).toBe(0);
  });

  it("keep each task's replies for that task", async () => {
    const ask = await asker([
      { raw: "for A", task: "task A" },
      { raw: "for B", task: "task B", times: 2 },
    ]);
    expect(await ask("this is task B")).toBe("for B");
    expect(await ask("this is task A")).toBe("for A");
    expect(await ask("this is task B")).toBe("for B");
  });

  it("raise errors in the API's form", async () => {
    const ask = await asker([
      { status: 429, retryAfterSeconds: 7 },
      { status: 529 },
      { status: 400, message: "credit balance too low" },
    ]);
    await expect(ask("x")).rejects.toMatchObject({ status: 429, type: "rate_limit_error" });
    await expect(ask("x")).rejects.toMatchObject({ status: 529, type: "overloaded_error" });
    await expect(ask("x")).rejects.toMatchObject({ status: 400, apiMessage: "credit balance too low" });
  });

  it("delay an answer of the model's own", async () => {
    const ask = await asker([{ delayMilliseconds: 120 }]);
    const startedAt = performance.now();
    expect(await ask("go home")).toContain("home");
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(115);
  });

  it("take the server's latency for each answer", async () => {
    const ask = await asker([], 120);
    const startedAt = performance.now();
    expect(await ask("go home")).toContain("home");
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(115);
  });

  it.each([
    [{ replies: [] }],
    [[{ status: 200 }]],
    [[{ reply: { element: 1 } }]],
    [[{ raw: "a", reply: { action: "b" } }]],
    [[{}]],
  ])("refuse %j", (value) => {
    expect(Scenario.safeParse(value).success).toBe(false);
  });
});
