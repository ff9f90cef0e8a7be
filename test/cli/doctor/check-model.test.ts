import { type ModelServer, startModelServer } from "@drover/practice-model";
import { afterEach, describe, expect, it } from "vitest";
import { DroverConfig } from "#shared/config/drover-config.ts";
import type { FarmProviders } from "#shared/contracts/agent/provider-settings.ts";
import { checkModels } from "../../../cli/doctor/check-model.ts";

const started: ModelServer[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
});

async function serviceOf(playedModel?: string): Promise<ModelServer> {
  const server = await startModelServer({ apiKey: "sk-right", playedModel });
  started.push(server);
  return server;
}

const anthropicAt = (baseUrl: string): FarmProviders => ({
  anthropic: { kind: "anthropic", baseUrl, keySource: "env:DROVER_MODEL_KEY_ANTHROPIC" },
});
const rightKey = { ANTHROPIC_API_KEY: "sk-right" };

interface Situation {
  readonly model?: string;
  readonly providers: FarmProviders;
  readonly practice?: boolean;
  readonly config?: Parameters<typeof DroverConfig.parse>[0];
  readonly environment?: Readonly<Record<string, string>>;
  readonly now?: string;
}

const check = ({
  model = "claude-sonnet-5-5",
  providers,
  practice = false,
  config = {},
  environment = rightKey,
  now = "2026-11-01",
}: Situation) =>
  checkModels(
    { provider: "anthropic", model, providers, practice },
    DroverConfig.parse(config),
    environment,
    new Date(now),
  );

const small = { models: { verifier: { model: "claude-sonnet-5-5" } } };

describe("what the doctor finds of models", () => {
  it("is one line where every role asks one model that the service has", async () => {
    const { url } = await serviceOf("claude-sonnet-5-5");
    expect(await check({ providers: anthropicAt(url), config: small })).toEqual([
      { check: "model", status: "ok", detail: `claude-sonnet-5-5 at ${url}` },
    ]);
  });

  it("names the roles of each model, and the one that the service does not have", async () => {
    const { url } = await serviceOf("claude-sonnet-5-5");
    expect(await check({ providers: anthropicAt(url) })).toMatchObject([
      {
        check: "model of agent, planner, progress, completion, grounding, recovery, actor, decomposer, user",
        status: "ok",
      },
      {
        check: "model of verifier",
        status: "fail",
        detail: expect.stringContaining("404 for claude-haiku-5-5"),
        remedy: "Check the model's id.",
      },
    ]);
  });

  it("counts the role that describes apps only where the config wants them described", async () => {
    const { url } = await serviceOf("claude-sonnet-5-5");
    expect(await check({ providers: anthropicAt(url), config: { apps: { describe: true } } })).toMatchObject([
      {
        check: "model of agent, planner, progress, completion, grounding, recovery, actor, decomposer, user",
        status: "ok",
      },
      { check: "model of verifier, describer", status: "fail" },
    ]);
  });

  it("is that a key is refused", async () => {
    const { url } = await serviceOf("claude-sonnet-5-5");
    const environment = { ANTHROPIC_API_KEY: "sk-wrong" };
    expect(await check({ providers: anthropicAt(url), config: small, environment })).toMatchObject([
      {
        status: "fail",
        detail: expect.stringContaining("answers 401"),
        remedy: expect.stringContaining("key"),
      },
    ]);
  });

  it("is that the key which the farm has is not in this shell", async () => {
    const { url } = await serviceOf("claude-sonnet-5-5");
    expect(await check({ providers: anthropicAt(url), config: small, environment: {} })).toMatchObject([
      {
        status: "warn",
        detail: expect.stringContaining("not in this shell"),
        remedy: expect.stringContaining("Set ANTHROPIC_API_KEY"),
      },
    ]);
  });

  it("is that a provider of the project's own has no key where its config says", async () => {
    const { url } = await serviceOf("claude-sonnet-5-5");
    const config = {
      providers: {
        office: { kind: "openai", baseUrl: `${url}/v1`, keySource: "env:OFFICE_KEY", model: "practice-1" },
      },
      models: { ...small.models, planner: { provider: "office" } },
    };
    const [, planner] = await check({ providers: anthropicAt(url), config });
    expect(planner).toMatchObject({
      check: "model of planner",
      status: "fail",
      detail: expect.stringContaining("env:OFFICE_KEY"),
    });
    const environment = { ...rightKey, OFFICE_KEY: "sk-right" };
    const [, found] = await check({ providers: anthropicAt(url), config, environment });
    expect(found).toEqual({
      check: "model of planner",
      status: "ok",
      detail: `practice-1 at ${url}/v1`,
    });
  });

  it("[spec I1.1] is that a model does not take what the config asks of it, for any role", async () => {
    const { url } = await serviceOf("claude-sonnet-5-5");
    const agent = { model: "claude-sonnet-5-5", temperature: 0.2 };
    const planner = { model: "claude-sonnet-5-5", effort: "minimal" };
    const config = { models: { ...small.models, agent, planner } };
    expect(await check({ providers: anthropicAt(url), config })).toMatchObject([
      { status: "warn", detail: expect.stringMatching(/supports no temperature.*models.agent.temperature/) },
      { status: "warn", detail: expect.stringMatching(/efforts low, .*'minimal'.*models.planner.effort/) },
      { status: "warn", detail: expect.stringContaining("models.progress.temperature") },
      { status: "warn", detail: expect.stringContaining("models.completion.temperature") },
    ]);
  });

  it("is that nothing answers", async () => {
    const server = await serviceOf();
    await server.close();
    expect(await check({ providers: anthropicAt(server.url), config: small })).toMatchObject([
      {
        status: "fail",
        detail: expect.stringContaining("no answer from"),
        remedy: "Check the address and the network.",
      },
    ]);
  });

  it("is that a model is one that Drover does not know, although its service does", async () => {
    const { url } = await serviceOf("claude-next");
    const config = { models: { verifier: { model: "claude-next" } } };
    expect(await check({ model: "claude-next", providers: anthropicAt(url), config })).toMatchObject([
      { check: "model", status: "warn", detail: expect.stringContaining("Drover does not know the model") },
    ]);
  });

  it("is until when a model answers, while it does", async () => {
    const { url } = await serviceOf("claude-sonnet-4-5");
    const config = { models: { verifier: { model: "claude-sonnet-4-5" } } };
    const situation = { model: "claude-sonnet-4-5", providers: anthropicAt(url), config };
    expect(await check(situation)).toMatchObject([
      {
        check: "model",
        status: "warn",
        detail: expect.stringMatching(/will be retired on 2026-11-30\. Use claude-/),
      },
    ]);
  });

  it("is that a model has ended, with the one to use instead, and nobody is asked for it", async () => {
    const { url, received } = await serviceOf("claude-sonnet-5-5");
    const config = { models: { ...small.models, grounding: { model: "claude-sonnet-4-5" } } };
    const [, found] = await check({ providers: anthropicAt(url), config, now: "2026-12-01" });
    expect(found).toMatchObject({
      check: "model of grounding",
      status: "fail",
      detail: expect.stringMatching(/was retired on 2026-11-30\. Use claude-/),
      remedy: expect.stringContaining("drover.config.ts"),
    });
    expect(received.map(({ path }) => path)).toEqual(["/v1/models/claude-sonnet-5-5"]);
  });

  it("is that the practice model is no language model, and that it is gone", async () => {
    const server = await serviceOf();
    const providers: FarmProviders = {
      anthropic: {
        kind: "anthropic",
        baseUrl: server.url,
        keySource: "env:DROVER_MODEL_KEY_PRACTICE",
        model: "practice-1",
      },
    };
    const situation = { model: "practice-1", providers, practice: true, environment: {} };
    expect(await check(situation)).toMatchObject([
      { check: "model", status: "warn", detail: expect.stringContaining("rules, not a language model") },
    ]);
    await server.close();
    expect(await check(situation)).toMatchObject([{ status: "fail", remedy: "Restart the farm." }]);
  });
});
