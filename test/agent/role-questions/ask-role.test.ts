import type { ScenarioInput } from "@drover/practice-model";
import { type ModelServer, startModelServer } from "@drover/practice-model";
import { afterEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { createModelClient } from "#agent/model-calls/model-client.ts";
import type { RoleModel } from "#agent/model-calls/role-model.ts";
import { roleSettings } from "#agent/models/role-settings.ts";
import { anthropicProvider } from "#agent/providers/anthropic/anthropic-provider.ts";
import { askRole } from "#agent/role-questions/ask-role.ts";
import type { RoleQuestion } from "#agent/role-questions/role-question.ts";
import type { ReplyDialect } from "#shared/contracts/agent/model-settings.ts";
import { practiceFarm } from "../model-calls/role-model.ts";

const question = {
  role: "progress",
  system: "You say whether an agent makes progress.",
  parts: [{ type: "text", text: "Turn on Bluetooth: it tapped the same switch three times." }],
  answer: {
    description: "Whether it makes progress.",
    schema: z.strictObject({ progressing: z.boolean(), reason: z.string() }),
  },
} as const satisfies RoleQuestion;

const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function ask(script: ScenarioInput, dialect: ReplyDialect = "tool-use") {
  const server = await startModelServer({ script });
  servers.push(server);
  const { baseUrl, apiKey } = { baseUrl: server.url, apiKey: server.apiKey };
  const client = createModelClient({ provider: anthropicProvider({ baseUrl, apiKey }), maxRetries: 0 });
  const settings = roleSettings("progress", { progress: { dialect } }, practiceFarm);
  const asked: RoleModel = { role: "progress", provider: "anthropic", model: "practice-1", client, settings };
  const onFallBack = () => undefined;
  const told = await askRole({ asked, question, now: Date.now, onFallBack }).catch((error: unknown) => error);
  return { told, requests: server.requests };
}

const stuck = { progressing: false, reason: "It taps the same switch." };
const answers = (...all: readonly object[]): ScenarioInput =>
  all.map((answer) => ({ role: "progress", answer: { ...answer } }));

describe("asking a role", () => {
  it("[spec R2] offers one tool without forcing it, and reads what it is called with", async () => {
    const { told, requests } = await ask(answers(stuck));
    expect(told).toMatchObject({ answer: stuck, model: "practice-1", usage: { calls: 1 } });
    expect(requests[0]?.tools?.map(({ name }) => name)).toEqual(["report_progress"]);
    expect(requests[0]?.tool_choice).toMatchObject({ type: "auto" });
  });

  it("[spec R2] asks a model that takes no tools for JSON", async () => {
    const { told, requests } = await ask(answers(stuck), "thinking-tool-call");
    expect(told).toMatchObject({ answer: stuck });
    expect(requests[0]?.tools).toBeUndefined();
    expect(JSON.stringify(requests[0]?.system)).toContain("progressing");
  });

  it("shows an answer that does not fit to the model once, with what is wrong", async () => {
    const { told, requests } = await ask(answers({ progressing: "no" }, stuck));
    expect(told).toMatchObject({ answer: stuck, usage: { calls: 2 } });
    expect(JSON.stringify(requests[1]?.messages.at(-1))).toContain("expected boolean");
  });

  it("fails when the second does not fit either, and says what both calls used", async () => {
    const { told } = await ask(answers({}, {}));
    expect(told).toMatchObject({
      code: "ModelOutputInvalid",
      details: { role: "progress", usage: { calls: 2 } },
    });
  });

  it("fails when the model declines", async () => {
    const { told } = await ask([{ role: "progress", raw: "I will not.", stopReason: "refusal" }]);
    expect(told).toMatchObject({ code: "ModelRefused", details: { usage: { calls: 1 } } });
  });

  it("is not answered by a reply that was scripted for the agent", async () => {
    const { told } = await ask([{ reply: { action: "home" } }, ...answers(stuck)]);
    expect(told).toMatchObject({ answer: stuck });
  });
});
