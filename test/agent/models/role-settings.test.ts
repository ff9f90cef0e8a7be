import { describe, expect, it } from "vitest";
import type { FarmModels } from "#agent/models/farm-models.ts";
import { roleProblems } from "#agent/models/role-problems.ts";
import { roleSettings } from "#agent/models/role-settings.ts";
import { ModelRole, ModelRoles } from "#shared/contracts/agent/model-settings.ts";

const farm: FarmModels = {
  defaultProvider: "anthropic",
  defaultModel: "claude-sonnet-5-5",
  providers: {
    anthropic: { kind: "anthropic", baseUrl: "https://api.anthropic.com", keySource: "env:A" },
    openai: { kind: "openai-responses", baseUrl: "https://api.openai.com/v1", keySource: "env:O" },
    ollama: { kind: "openai", baseUrl: "http://127.0.0.1:11434/v1" },
    lab: { kind: "openai", baseUrl: "http://10.0.0.7/v1", model: "lab-1" },
  },
  roles: {},
  prices: {},
};
const settings = (role: ModelRole, job = {}, over: Partial<FarmModels> = {}) =>
  roleSettings(role, ModelRoles.parse(job), { ...farm, ...over });

describe("a role's settings", () => {
  it("[spec R2] are the role's own where nobody says anything: verification and descriptions small and fixed, the rest as the agent", () => {
    const told = Object.fromEntries(
      ModelRole.options.map((role) => {
        const { model, timeoutSeconds, effort } = settings(role);
        return [role, [model, timeoutSeconds, effort]];
      }),
    );
    expect(told).toEqual({
      agent: ["claude-sonnet-5-5", 30, undefined],
      planner: ["claude-sonnet-5-5", 25, undefined],
      verifier: ["claude-haiku-5-5", 30, "low"],
      progress: ["claude-sonnet-5-5", 30, undefined],
      completion: ["claude-sonnet-5-5", 30, undefined],
      grounding: ["claude-sonnet-5-5", 30, undefined],
      describer: ["claude-haiku-5-5", 20, "low"],
      recovery: ["claude-sonnet-5-5", 30, undefined],
      actor: ["claude-sonnet-5-5", 30, undefined],
      decomposer: ["claude-sonnet-5-5", 25, undefined],
      user: ["claude-sonnet-5-5", 30, undefined],
      speech: ["claude-haiku-5-5", 15, undefined],
    });
  });

  it("[spec R2] come from the job, then from the project's config, then from the role", () => {
    const roles = { agent: { model: "claude-opus-5-5", timeoutSeconds: 50, maxTokens: 8_000 } };
    const asked = settings("agent", { agent: { timeoutSeconds: 70, temperature: 0.5 } }, { roles });
    expect(asked).toMatchObject({
      model: "claude-opus-5-5",
      timeoutSeconds: 70,
      maxTokens: 8_000,
      temperature: 0.5,
    });
    expect(settings("planner", {}, { roles })).toMatchObject({
      model: "claude-opus-5-5",
      timeoutSeconds: 25,
    });
  });

  it("[spec R2] make progress and completion like the agent in all that is not their own", () => {
    const job = { agent: { model: "claude-opus-5-5", effort: "high" }, completion: { effort: "low" } };
    expect(settings("progress", job)).toMatchObject({ model: "claude-opus-5-5", effort: "high" });
    expect(settings("completion", job)).toMatchObject({ model: "claude-opus-5-5", effort: "low" });
  });

  it.each([
    [{ model: "gpt-6-luna" }, "openai", "gpt-6-luna"],
    [{ provider: "openai" }, "openai", "gpt-6.1-terra"],
    [{ provider: "openai", model: "ft:gpt-6-luna:mine" }, "openai", "ft:gpt-6-luna:mine"],
    [{ provider: "lab" }, "lab", "lab-1"],
    [{ model: "somebody/new" }, "anthropic", "somebody/new"],
  ])("[spec R15] take %j for %s's %s", (agent, provider, model) => {
    expect(settings("agent", { agent })).toMatchObject({ provider, model });
  });

  it("[spec R15] leave a known model to the project's own provider that serves the role", () => {
    const roles = { agent: { provider: "lab" } };
    expect(settings("agent", { agent: { model: "gpt-4.1" } }, { roles })).toMatchObject({ provider: "lab" });
  });

  it("never ask one provider for the model that was named for another", () => {
    const roles = { agent: { model: "claude-opus-5-5" } };
    expect(settings("agent", { agent: { provider: "openai" } }, { roles })).toMatchObject({
      model: "gpt-6.1-terra",
    });
  });

  it("give a small model of the verifier's own provider, and tools to a model that always thinks", () => {
    expect(settings("verifier", { verifier: { provider: "openai" } }).model).toBe("gpt-6-luna");
    expect(settings("agent", { agent: { model: "gpt-6-astra" } }).dialect).toBe("tool-use");
  });

  it("find the fallback's provider by its model", () => {
    const fallback = { model: "gpt-6-luna" };
    expect(settings("agent", { agent: { fallback } }).fallback).toEqual({ ...fallback, provider: "openai" });
  });
});

describe("what stands in a role's way", () => {
  const problems = (agent: object, over: Partial<FarmModels> = {}, keys = ["env:A", "env:O"]) =>
    roleProblems(["agent"], ModelRoles.parse({ agent }), {
      farm: { ...farm, ...over },
      now: new Date("2026-11-21T12:00:00Z"),
      hasKey: (source) => keys.includes(source),
    });

  it.each([
    [
      { provider: "nobody" },
      "provider",
      "refused",
      /no provider 'nobody' here. Providers: anthropic, openai/,
    ],
    [{ provider: "groq" }, "provider", "refused", /no key here: set GROQ_API_KEY/],
    [{ provider: "ollama" }, "model", "refused", /Name a model of the provider 'ollama'/],
    [{ model: "o4-mini" }, "model", "refused", /was retired on 2026-10-23. Use gpt-6.1-terra/],
    [{ model: "gpt-5" }, "model", "warning", /will be retired on 2026-12-11. Use gpt-6.1-sol/],
    [{ model: "claude-sonnet-9" }, "model", "warning", /Drover does not know the model/],
    [
      { model: "gpt-6.1-sol", effort: "none" },
      "effort",
      "refused",
      /supports the efforts low, .*models.agent.effort/,
    ],
    [
      { model: "claude-haiku-4-5", effort: "high" },
      "effort",
      "refused",
      /supports no effort. Leave models.agent.effort out/,
    ],
    [{ model: "gpt-6.1-terra", temperature: 0 }, "temperature", "refused", /supports no temperature/],
    [
      { provider: "anthropic", model: "claude-haiku-5-5", effort: "minimal" },
      "effort",
      "refused",
      /low, medium/,
    ],
    [
      { effort: "max", fallback: { model: "claude-haiku-4-5" } },
      "effort",
      "warning",
      /'claude-haiku-4-5' supports no effort. Its calls leave 'max'/,
    ],
    [{ fallback: { model: "o4-mini" } }, "fallback", "refused", /2026-10-23/],
    [{ fallback: { provider: "groq", model: "openai/gpt-oss-20b" } }, "fallback", "refused", /GROQ_API_KEY/],
  ])("[spec I1.1] names it for %j", (agent, field, kind, message) => {
    expect(problems(agent)).toEqual([
      { role: "agent", field, kind, value: expect.any(String), message: expect.stringMatching(message) },
    ]);
  });

  it("[spec I1.1] warns of what the project's config asks for, and says nothing of a role's own", () => {
    const roles = {
      agent: { model: "claude-haiku-4-5", effort: "high" },
      verifier: { model: "claude-haiku-4-5" },
    } as const;
    expect(problems({}, { roles })).toMatchObject([{ field: "effort", kind: "warning", value: "high" }]);
    const verifier = roleProblems(["verifier"], ModelRoles.parse({}), {
      farm: { ...farm, roles },
      now: new Date("2026-11-21T12:00:00Z"),
      hasKey: () => true,
    });
    expect(verifier).toEqual([]);
  });

  it("[spec I1.1] refuses to ask a model for places that sees no pictures", () => {
    const asked = roleProblems(
      ["grounding"],
      ModelRoles.parse({ grounding: { model: "openai/gpt-oss-20b" } }),
      {
        farm: {
          ...farm,
          providers: { ...farm.providers, groq: { kind: "openai", baseUrl: "http://127.0.0.1:1" } },
        },
        now: new Date("2026-11-21T12:00:00Z"),
        hasKey: () => true,
      },
    );
    expect(asked).toMatchObject([{ role: "grounding", field: "model", kind: "refused" }]);
  });

  it("[spec I1.1] names a key that is not where it should be", () => {
    expect(problems({}, {}, [])).toMatchObject([
      { field: "provider", message: expect.stringContaining("env:A") },
    ]);
  });

  it("is nothing for a current model, one of a service of one's own, or one that the project has a price for", () => {
    expect(problems({})).toEqual([]);
    expect(problems({ provider: "ollama", model: "gemma4" })).toEqual([]);
    expect(
      problems({ model: "claude-mine" }, { prices: { "claude-mine": { input: 1, output: 2 } } }),
    ).toEqual([]);
  });
});
