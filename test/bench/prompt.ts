import type { MessagesRequest } from "@drover/practice-model";
import { PromptCache, promptBlocks, startModelServer, tokensOf } from "@drover/practice-model";
import { createModelClient, type ModelClient } from "#agent/model-calls/model-client.ts";
import { costUsd } from "#agent/models/cost-of.ts";
import { findModel } from "#agent/models/find-model.ts";
import { anthropicProvider } from "#agent/providers/anthropic/anthropic-provider.ts";
import { newPhone, runTask } from "../practice-model/drive-phone.ts";
import { otherPrompts } from "./other-prompts.ts";

/**
 * Our tokens beside those of other agents' prompts, and tokens of each part of the prompt in each turn, the cache's share and dollars of a job of 15 steps without pictures,
 * which the practice model does on a virtual phone. Tokens are estimated at four characters each. Exit code 1 when a
 * target is missed.
 */
const turns = 15;
const secondsPerTurn = 10;
const task =
  process.argv[2] ??
  "Turn on Bluetooth, then set an alarm for 7:30, then create a contact named Ada Lovelace with phone number 5551234, then set a timer for 10 minutes, then turn off NFC";
const models = ["claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5"];
/** The job has five parts to tick off: their list, and the action for it, are 110 tokens of each step. */
const targets = { firstTurn: 2_050, tokensPerStep: 2_750, cachedShare: 0.7 };

interface Turn {
  readonly request: MessagesRequest;
  readonly outputTokens: number;
}

async function recordJob(): Promise<readonly Turn[]> {
  const [server, { phone, dispose }] = await Promise.all([startModelServer(), newPhone()]);
  const outputs: number[] = [];
  const service = createModelClient({
    provider: anthropicProvider({ baseUrl: server.url, apiKey: server.apiKey }),
  });
  const client: ModelClient = {
    ...service,
    async complete(request, timeoutSeconds) {
      const reply = await service.complete(request, timeoutSeconds);
      outputs.push(reply.usage.outputTokens);
      return reply;
    },
  };
  try {
    await runTask({ phone, client, task });
    return server.requests
      .slice(0, turns)
      .map((request, index) => ({ request, outputTokens: outputs[index] ?? 0 }));
  } finally {
    await dispose();
    await server.close();
  }
}

/** The turn's parts by what they are for; `progress` and `screen` are what changes. */
function partsOf(request: MessagesRequest) {
  const parts = { tools: 0, system: 0, task: 0, history: 0, progress: 0, screen: 0 };
  for (const block of promptBlocks(request)) {
    if (block.in !== "messages") parts[block.in] += block.tokens;
  }
  const texts = request.messages.flatMap(({ content }) =>
    typeof content === "string"
      ? []
      : content.flatMap((block) => (block.type === "text" ? [block.text] : [])),
  );
  const [pinned = "", ...rest] = texts;
  const current = rest.pop() ?? "";
  const screenAt = current.indexOf("<screen>");
  parts.task = tokensOf(pinned);
  parts.history = rest.reduce((sum, text) => sum + tokensOf(text), 0);
  parts.progress = tokensOf(current.slice(0, screenAt));
  parts.screen = tokensOf(current.slice(screenAt));
  return parts;
}

interface Served {
  readonly total: number;
  readonly read: number;
  readonly written: number;
  readonly outputTokens: number;
}

/** The job's requests through a cache of their own, as a model serves them. */
function serve(job: readonly Turn[], minTokens: number): readonly Served[] {
  let now = 0;
  const cache = new PromptCache(() => now, minTokens);
  return job.map(({ request, outputTokens }) => {
    now += secondsPerTurn * 1_000;
    const usage = cache.use(request);
    const [read, written] = [usage.cache_read_input_tokens, usage.cache_creation_input_tokens];
    return { total: usage.input_tokens + read + written, read, written, outputTokens };
  });
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function cachedShare(served: readonly Served[]): number {
  const later = served.slice(2);
  return sum(later.map(({ read }) => read)) / sum(later.map(({ total }) => total));
}

function dollars(model: string, served: readonly Served[]): number {
  const costs = served.map(({ total, read, written, outputTokens }) =>
    costUsd(model, { inputTokens: total, cachedTokens: read, cacheWrittenTokens: written, outputTokens }),
  );
  return sum(costs.map((cost) => cost ?? Number.NaN));
}

const job = await recordJob();
if (job.length < turns) throw new Error(`The job took ${job.length} steps; ${turns} are measured.`);

const served = serve(job, 512);
const out = (line: string): void => void process.stdout.write(`${line}\n`);
const columns = (cells: readonly (string | number)[]): string =>
  cells.map((cell) => String(cell).padStart(9)).join("");

const rows = job.map(({ request }, index) => {
  const { total = 0, read = 0, written = 0, outputTokens = 0 } = served[index] ?? {};
  const share = percent(read / total);
  return { turn: index + 1, ...partsOf(request), total, read, written, share, output: outputTokens };
});
out(columns(Object.keys(rows[0] ?? {})));
for (const row of rows) out(columns(Object.values(row)));

const average = sum(served.map(({ total }) => total)) / turns;
const share = cachedShare(served);
out(`${Math.round(average)} input tokens a step on average (target: at most ${targets.tokensPerStep})`);
out(
  `${percent(share)} of the input from the cache from the third turn on (target: at least ${percent(targets.cachedShare)})`,
);
for (const model of models) {
  const minTokens = findModel(model)?.minCacheableTokens ?? 512;
  const without = serve(job, Number.POSITIVE_INFINITY);
  out(
    `${model}: $${dollars(model, serve(job, minTokens)).toFixed(5)} for the job; $${dollars(model, without).toFixed(5)} without a cache`,
  );
}
const first = served[0]?.total ?? 0;
out(`${first} tokens on the first turn (target: at most ${targets.firstTurn})`);

const [fixed] = job.map(({ request }) => partsOf(request));
const ours = (fixed?.tools ?? 0) + (fixed?.system ?? 0);
out("\nFixed text a step, without screen, picture and history, at four characters a token:");
out(`${String(ours).padStart(6)}  Drover, its ${fixed?.tools} tokens of tools included; one call a step`);
for (const { agent, sources, note } of otherPrompts) {
  const characters = sum(sources.map((source) => source.characters));
  out(`${String(Math.round(characters / 4)).padStart(6)}  ${agent}, without its tools; ${note}`);
  for (const { file, characters: size } of sources) out(`        ${size} characters: ${file}`);
}
if (first > targets.firstTurn) process.exitCode = 1;
if (average > targets.tokensPerStep || share < targets.cachedShare) process.exitCode = 1;
