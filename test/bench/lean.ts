import { startModelServer } from "@drover/practice-model";
import { createModelClient, type ModelClient } from "#agent/model-calls/model-client.ts";
import { addUsage, noUsage } from "#agent/model-calls/usage.ts";
import { costUsd } from "#agent/models/cost-of.ts";
import { anthropicProvider } from "#agent/providers/anthropic/anthropic-provider.ts";
import type { ModelUsage } from "#shared/contracts/agent/model-settings.ts";
import { newPhone, runTask } from "../practice-model/drive-phone.ts";

/**
 * What simple tasks cost in the lean dialect beside the full one (docs/spec.md A8): steps, tokens of a call and of the
 * task, and dollars without any cache. The practice model does them on a virtual phone; tokens are estimated at four characters each.
 */
const tasks = [
  "Turn on Bluetooth",
  "Disable Wi-Fi",
  "Turn on do not disturb",
  "Set the brightness to 50%",
  "Set an alarm for 7:30",
  "Set a timer for 10 minutes",
  "Which Android version does this phone run?",
  "Create a contact named Ada Lovelace with phone number 5551234",
];
const dialects = ["tool-use", "lean"] as const;
const priced = "claude-haiku-5-5";

interface Measured {
  readonly solved: boolean;
  readonly steps: number;
  readonly usage: ModelUsage;
}

async function measure(
  task: string,
  dialect: (typeof dialects)[number],
  service: ModelClient,
): Promise<Measured> {
  const { phone, dispose } = await newPhone();
  let usage = noUsage;
  const client: ModelClient = {
    ...service,
    async complete(request, timeoutSeconds) {
      const reply = await service.complete(request, timeoutSeconds);
      usage = addUsage(usage, reply.usage);
      return reply;
    },
  };
  try {
    const { steps, finish } = await runTask({ phone, client, task, dialect });
    return { solved: finish.status === "success", steps: steps.length, usage };
  } finally {
    await dispose();
  }
}

const out = (cells: readonly (string | number)[]): void =>
  void process.stdout.write(`${cells.map((cell) => String(cell).padStart(10)).join("")}\n`);

const server = await startModelServer();
const provider = anthropicProvider({ baseUrl: server.url, apiKey: server.apiKey });
const service = createModelClient({ provider });
try {
  out(["dialect", "solved", "steps", "in/call", "out/call", "tokens", "dollars", " task"]);
  for (const dialect of dialects) {
    for (const task of tasks) {
      const { solved, steps, usage } = await measure(task, dialect, service);
      const { calls, inputTokens, outputTokens } = usage;
      const dollars = costUsd(priced, { inputTokens, outputTokens, cachedTokens: 0, cacheWrittenTokens: 0 });
      const perCall = [inputTokens, outputTokens].map((tokens) => Math.round(tokens / calls));
      const total = inputTokens + outputTokens;
      out([dialect, solved ? "yes" : "no", steps, ...perCall, total, dollars?.toFixed(5) ?? "?", ` ${task}`]);
    }
  }
  out([`dollars: ${priced}`]);
} finally {
  await server.close();
}
