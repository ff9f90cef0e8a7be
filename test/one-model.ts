import type { CloudOptions } from "#local/cloud/cloud-options.ts";

/** A cloud's one model service, which speaks Anthropic's Messages API. */
export const oneModel = (baseUrl: string, apiKey: string): CloudOptions["model"] => ({
  defaultProvider: "anthropic",
  defaultModel: "practice-1",
  providers: { anthropic: { kind: "anthropic", baseUrl, keySource: "env:MODEL_KEY" } },
  keys: { MODEL_KEY: apiKey },
});
