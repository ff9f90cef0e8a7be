import { describe, expect, it } from "vitest";
import type { ChildPart } from "#local/child-part.ts";
import { chooseModel, configuredKeys } from "#local/model-choice.ts";
import type { FarmProviders } from "#shared/contracts/agent/provider-settings.ts";

const practice = {
  name: "model",
  pid: 1,
  ready: { url: "http://127.0.0.1:7", apiKey: "sk-practice", model: "practice-1" },
  ended: new Promise<string>(() => undefined),
  stop: async () => undefined,
} satisfies ChildPart;
const choose = (environment = {}, wish = {}, configured: FarmProviders = {}) =>
  chooseModel(environment, wish, configured, async () => practice);

describe("the models of a farm", () => {
  it("are the practice model behind the wire formats of both makers where there is no key", async () => {
    expect(await choose()).toMatchObject({
      defaultProvider: "anthropic",
      defaultModel: "practice-1",
      practice: true,
      providers: {
        anthropic: { kind: "anthropic", baseUrl: "http://127.0.0.1:7", model: "practice-1" },
        openai: { kind: "openai-responses", baseUrl: "http://127.0.0.1:7/v1", model: "practice-1" },
        ollama: { kind: "openai" },
      },
    });
  });

  it.each([
    [{ ANTHROPIC_API_KEY: "a", OPENAI_API_KEY: "o" }, "anthropic", "claude-sonnet-5-5"],
    [{ OPENAI_API_KEY: "o" }, "openai", "gpt-6.1-terra"],
    [{ GEMINI_API_KEY: "g" }, "gemini", "gemini-3.8-flash"],
    [{ GROQ_API_KEY: "g" }, "groq", "openai/gpt-oss-120b"],
  ])("[spec R15] with %j begin with %s's %s", async (environment, defaultProvider, defaultModel) => {
    expect(await choose(environment)).toMatchObject({ defaultProvider, defaultModel, practice: false });
  });

  it("have no key in what functions are told of them, only where it is", async () => {
    const { providers, keys } = await choose({
      OPENAI_API_KEY: "sk-secret",
      OPENAI_BASE_URL: "http://proxy/v1",
    });
    expect(providers.openai).toEqual({
      kind: "openai-responses",
      baseUrl: "http://proxy/v1",
      keySource: "env:DROVER_MODEL_KEY_OPENAI",
    });
    expect(keys).toEqual({ DROVER_MODEL_KEY_OPENAI: "sk-secret" });
    expect(providers).not.toHaveProperty("anthropic");
  });

  it("are those of the provider that is asked for, key or not, or of the project's own", async () => {
    const configured: FarmProviders = {
      lab: { kind: "openai", baseUrl: "http://10.0.0.7/v1", keySource: "env:LAB" },
    };
    expect(await choose({ ANTHROPIC_API_KEY: "a" }, { provider: "ollama", model: "gemma4" })).toMatchObject({
      defaultProvider: "ollama",
      defaultModel: "gemma4",
    });
    expect(await choose({}, { provider: "lab", model: "lab-1" }, configured)).toMatchObject({
      defaultProvider: "lab",
    });
    expect(configuredKeys({ LAB: "secret", OTHER: "x" }, configured)).toEqual({ LAB: "secret" });
  });

  it.each([
    [{ provider: "openai" }, "Set OPENAI_API_KEY."],
    [{ provider: "lab" }, "Name it in drover.config.ts, under providers."],
    [{ provider: "ollama" }, "Name one with --model <id>."],
  ])("say what is missing for %j", async (wish, remedy) => {
    await expect(choose({}, wish)).rejects.toMatchObject({ code: "ConfigurationInvalid", advice: [remedy] });
  });
});
