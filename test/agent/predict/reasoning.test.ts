import type { ChatService } from "@drover/practice-model";
import { type ModelServer, startModelServer } from "@drover/practice-model";
import { afterEach, describe, expect, it } from "vitest";
import { createModelClient } from "#agent/model-calls/model-client.ts";
import type { ModelProvider } from "#agent/models/model-provider.ts";
import { providerTable } from "#agent/models/provider-table.ts";
import { type PredictInput, type Prediction, predict } from "#agent/predict/predict.ts";
import { buildPrompt } from "#agent/prompt/prompt.ts";
import { anthropicProvider } from "#agent/providers/anthropic/anthropic-provider.ts";
import { openAiProvider } from "#agent/providers/openai/openai-provider.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import type { ReplyDialect } from "#shared/contracts/agent/model-settings.ts";
import { dump, node, switchRow, treeOf } from "../../shared/screen/tree/dump.ts";
import { agentModel } from "../model-calls/role-model.ts";
import { promptText } from "../prompt/prompt-text.ts";
import { observation, stepWith } from "../samples.ts";

let server: ModelServer | undefined;
afterEach(() => server?.close());

/** As long as gpt-oss thinks about a turn. */
const reasoning = "The user wants Bluetooth on and a timer. ".repeat(36).slice(0, 1_380);
const note = "Bluetooth is on; the timer of 5 minutes is left to do.";
const bases = { groq: "/openai/v1", ollama: "/v1", vllm: "/v1" } as const;

const turn = (history: PredictInput["history"] = []): Omit<PredictInput, "agent" | "logger"> => ({
  task: "Turn on Bluetooth and set a timer",
  history,
  tree: treeOf(dump(node({}, switchRow("Bluetooth", false, 300)))),
  observation,
  stepNumber: history.length + 1,
  maxSteps: 30,
  elapsedSeconds: 0,
  marker: "q8w7e6",
  actions: builtInActions,
});

const ask = (provider: ModelProvider, dialect: ReplyDialect): Promise<Prediction> =>
  predict({
    ...turn(),
    agent: agentModel(createModelClient({ provider }), { dialect }),
    logger: { info: () => undefined, debug: () => undefined },
  });

/** What the next turn sees of the step. */
const toldOf = ({ thinking, reasoning: reasoned, actions }: Prediction, dialect: ReplyDialect): string => {
  const history = [stepWith({ thinking, reasoning: reasoned, actions: [...actions] })];
  return promptText(buildPrompt({ ...turn(history), dialect }));
};

function chatAt(service: keyof typeof bases, url: string): ModelProvider {
  const facts = providerTable[service];
  if (facts.kind !== "openai") throw new Error("no chat");
  return openAiProvider({ baseUrl: url + bases[service], apiKey: server?.apiKey ?? "", chat: facts.chat });
}

describe.each(["tool-use", "thinking-tool-call", "element-json", "lean"] as const)(
  "what a model reasoned before its reply in the %s dialect",
  (dialect) => {
    it.each(["groq", "ollama", "vllm", "anthropic"] as const)(
      "[fault E10] is kept apart from its note by %s, and the note comes back in the next turn",
      async (service) => {
        const script = [{ reply: { action: "back" }, thinking: note, reasoning }];
        const spoken: ChatService | undefined = service === "anthropic" ? undefined : service;
        server = await startModelServer({ script, service: spoken });
        const { url, apiKey } = server;
        const provider =
          service === "anthropic" ? anthropicProvider({ baseUrl: url, apiKey }) : chatAt(service, url);
        const prediction = await ask(provider, dialect);
        expect(prediction).toMatchObject({ thinking: note, reasoning });
        const told = toldOf(prediction, dialect);
        expect(told).toContain(note);
        expect(told).not.toContain("The user wants");
      },
    );

    it("[fault E10] is kept apart where the service leaves it in the text", async () => {
      const call = JSON.stringify({ action: "back" });
      const texts: Readonly<Record<typeof dialect, string>> = {
        "tool-use": note,
        "thinking-tool-call": `<thinking>${note}</thinking><tool_call>${call}</tool_call>`,
        "element-json": JSON.stringify({ thinking: note, action: "back" }),
        lean: JSON.stringify({ thinking: note, action: "back" }),
      };
      const message = {
        content: `<think>\n${reasoning}\n</think>\n\n${texts[dialect]}`,
        ...(dialect === "tool-use"
          ? { tool_calls: [{ id: "a", type: "function", function: { name: "back", arguments: "{}" } }] }
          : {}),
      };
      const choices = [{ index: 0, message: { role: "assistant", ...message }, finish_reason: "stop" }];
      const body = JSON.stringify({ object: "chat.completion", model: "m", choices });
      server = await startModelServer({
        script: [{ body, contentType: "application/json" }],
        service: "vllm",
      });
      expect(await ask(chatAt("vllm", server.url), dialect)).toMatchObject({
        thinking: note,
        reasoning: reasoning.trim(),
      });
    });
  },
);

describe("a model that says nothing beside its reasoning", () => {
  it("[fault E10] is told how that ended, not how it began", () => {
    const told = promptText(
      buildPrompt({
        ...turn([stepWith({ thinking: "", reasoning: `Begins so. ${reasoning} So the timer is next.` })]),
        dialect: "tool-use",
      }),
    );
    expect(told).toContain("So the timer is next.");
    expect(told).not.toContain("Begins so.");
  });

  it("[fault E10] leaves steps of before as they were: their note stands in what they thought", () => {
    const { reasoning: _, ...old } = stepWith({ thinking: "I tap it." });
    expect(promptText(buildPrompt({ ...turn([stepWith(old)]), dialect: "tool-use" }))).toContain(
      "thinking: I tap it.",
    );
  });
});
