import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type ModelServer, startModelServer } from "@drover/practice-model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BuiltInProvider } from "#shared/contracts/agent/model-settings.ts";
import { createApiClient } from "../../cli/api-client.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import { doneJob, type RunningFarm, startUpIn } from "./drover-process.ts";

type Chat = Exclude<BuiltInProvider, "anthropic">;

interface Service {
  readonly model: string;
  /** Of its base URL, as its users set it. */
  readonly base: string;
  readonly path: string;
  /** Null: it asks for none, and is sent what stands for none. */
  readonly key: string | null;
  /** What only its requests have, or must have. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly lacks: readonly string[];
}

const cache = "prompt_cache_options";
const services: Readonly<Record<BuiltInProvider, Service>> = {
  anthropic: {
    model: "claude-sonnet-5-5",
    base: "",
    path: "/v1/messages",
    key: "sk-ant-one",
    body: {
      max_tokens: 4_096,
      system: expect.any(Array),
      tool_choice: expect.objectContaining({ type: "auto" }),
    },
    lacks: ["max_completion_tokens"],
  },
  openai: {
    model: "gpt-6.1-terra",
    base: "/v1",
    path: "/v1/responses",
    key: "sk-two",
    body: {
      max_output_tokens: 4_096,
      store: false,
      include: ["reasoning.encrypted_content"],
      prompt_cache_key: expect.any(String),
      [cache]: { mode: "explicit" },
    },
    lacks: ["max_tokens", "max_completion_tokens", "system"],
  },
  gemini: {
    model: "gemini-3.8-flash",
    base: "/v1beta/openai",
    path: "/v1beta/openai/chat/completions",
    key: "AIza-three",
    body: { max_completion_tokens: 4_096 },
    lacks: ["parallel_tool_calls", cache],
  },
  groq: {
    model: "openai/gpt-oss-120b",
    base: "/openai/v1",
    path: "/openai/v1/chat/completions",
    key: "gsk_four",
    body: { max_completion_tokens: 4_096, parallel_tool_calls: expect.any(Boolean) },
    lacks: [cache],
  },
  ollama: {
    model: "qwen3:8b",
    base: "/v1",
    path: "/v1/chat/completions",
    key: null,
    body: { max_tokens: 4_096 },
    lacks: ["max_completion_tokens", "parallel_tool_calls", cache],
  },
  vllm: {
    model: "Qwen/Qwen3-32B",
    base: "/v1",
    path: "/v1/chat/completions",
    key: null,
    body: { max_completion_tokens: 4_096 },
    lacks: ["max_tokens", cache],
  },
};
/** Refused when the device is there and its screen was looked at. */
const refused = "Open the clock and look at it";
/** Done in more turns than anyone keeps in mind who loses his notes. */
const parts =
  "Turn on Bluetooth, then create a contact named Ada Lovelace with the number 555 0100, then set an alarm for 7:30";
/** As long as gpt-oss reasons about a turn. */
const reasoning = "The user wants several things. I look at the screen and think. ".repeat(22);
const refusing = { status: 400, message: "messages: the service does not like them", task: refused };
const reasoned = { practice: true, reasoning, task: parts, times: 200 } as const;
const names = Object.keys(services) as BuiltInProvider[];

let dir: string;
let farm: RunningFarm;
const servers = new Map<string, ModelServer>();

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-providers-"));
  const environment: Record<string, string> = {};
  for (const name of names) {
    const { model, key, base } = services[name];
    const service = name === "anthropic" ? {} : { service: name satisfies Chat };
    const server = await startModelServer({
      playedModel: model,
      script: name === "gemini" ? [refusing] : [refusing, reasoned],
      ...service,
      ...(key ? { apiKey: key } : {}),
    });
    servers.set(name, server);
    environment[`${name.toUpperCase()}_BASE_URL`] = server.url + base;
    if (key) environment[`${name.toUpperCase()}_API_KEY`] = key;
  }
  farm = await startUpIn(environment, dir);
}, 60_000);

afterAll(async () => {
  await farm.stop();
  for (const server of servers.values()) await server.close();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

describe("jobs by model provider", () => {
  it.each(names)(
    "[spec R15] go to %s with its path, its key and its own words, and are judged on the phone",
    async (name) => {
      const { model, path: asked, key, body, lacks } = services[name];
      const named = ["--provider", name, ...(key === null ? ["--model", model] : [])];
      const check = ["--check", "setting:global/bluetooth_on=1"];
      const ended = await commandLineHere(
        "run",
        "Turn on Bluetooth",
        ...check,
        ...named,
        ...["--supervision", '{"planning":"off"}'],
        "--json",
        "--dir",
        dir,
      );
      const job = doneJob(ended);
      expect(job, JSON.stringify(job)).toMatchObject({
        outcome: "succeeded",
        judgement: [{ verdict: "passed" }],
        claim: { status: "success" },
      });

      const received = servers.get(name)?.received.filter(({ method }) => method === "POST") ?? [];
      expect(received).toHaveLength(job.usage.calls);
      for (const { path: at, headers, body: bytes } of received) {
        expect(at).toBe(asked);
        expect(headers["x-api-key"] ?? headers.authorization?.replace(/^Bearer /, "")).toBe(key ?? "none");
        const sent: Record<string, unknown> = JSON.parse(bytes.toString());
        expect(sent).toMatchObject({ model, tools: expect.any(Array), ...body });
        expect(sent.messages ?? sent.input).toEqual(expect.any(Array));
        expect(Object.keys(sent).filter((field) => lacks.includes(field))).toEqual([]);
      }
    },
    120_000,
  );
});

describe("a job in parts, whose model reasons at length before each reply", () => {
  const run = async (name: BuiltInProvider) => {
    const { model, key } = services[name];
    const named = ["--provider", name, ...(key === null ? ["--model", model] : [])];
    const check = ["--check", "setting:global/bluetooth_on=1"];
    return doneJob(await commandLineHere("run", parts, ...check, ...named, "--json", "--dir", dir));
  };

  it("[fault E10] takes no more steps than with one that does not, whoever serves it", async () => {
    const names = ["gemini", "groq", "ollama", "vllm", "anthropic", "openai"] as const;
    const [plain, ...others] = await Array.fromAsync(names, run);
    expect(plain?.stepCount).toBeGreaterThan(6);
    for (const job of others) {
      expect(job, JSON.stringify(job)).toMatchObject({ outcome: "succeeded", stepCount: plain?.stepCount });
      expect(job.usage.outputTokens).toBeGreaterThan(2 * (plain?.usage.outputTokens ?? 0));
    }
  }, 240_000);
});

describe("a job whose model refuses a request", () => {
  it("[spec I5.4] keeps the error with the screen that was last seen, and links the picture", async () => {
    const ended = await commandLineHere("run", refused, "--json", "--dir", dir);
    const job = doneJob(ended);
    expect({ code: ended.code, outcome: job.outcome }).toEqual({ code: 3, outcome: "inconclusive" });
    const { items } = await createApiClient(farm.file).errors({ jobId: job.jobId });
    expect(items).toMatchObject([{ code: "ModelRejected", stateName: "PredictAction", stepNumber: 1 }]);
    const link = items[0]?.links?.screenshot ?? "";
    const picture = Buffer.from(await (await fetch(link)).arrayBuffer());
    expect(picture.subarray(8, 12).toString()).toBe("WEBP");
    const shown = await commandLineHere("show", job.jobId, "--links", "--dir", dir);
    expect(shown.stdout).toContain("the service does not like them");
    expect(shown.stdout).toMatch(/^ {2}screenshot http:\/\/127\.0\.0\.1:\d+\/\S+screenshot\.webp/m);
  }, 60_000);
});
