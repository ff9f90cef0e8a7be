import type { Effort } from "#shared/contracts/agent/model-settings.ts";
import { imageLimits } from "../image-limits.ts";
import type { ModelFacts, ModelPrices } from "../model-facts.ts";

const asOf = "2026-11-05";

/** Since GPT-5.6 what is written to the cache costs a quarter more than input; before that nothing more. */
const written = (input: number, output: number, cacheRead: number): ModelPrices => ({
  asOf,
  input,
  output,
  cacheRead,
  cacheWrite: input * 1.25,
});
const automatic = (input: number, output: number, cacheRead: number): ModelPrices => ({
  ...written(input, output, cacheRead),
  cacheWrite: input,
});

const toMax: readonly Effort[] = ["low", "medium", "high", "xhigh", "max"];

/** As the Responses API has them. */
const current = {
  provider: "openai",
  cache: "breakpoints",
  takesPictures: true,
  thinking: "adaptive",
  takesForcedTool: true,
  takesSampling: false,
  takesPrefill: false,
  efforts: ["none", ...toMax],
  contextTokens: 1_050_000,
  maxOutputTokens: 128_000,
  images: imageLimits.openAiTiles,
  minCacheableTokens: 1_024,
} as const;

const alwaysThinking = { ...current, thinking: "always", efforts: toMax } as const;

const gpt5 = {
  ...current,
  cache: "prefix",
  efforts: ["minimal", "low", "medium", "high"],
  contextTokens: 400_000,
  endsOn: "2026-12-11",
} as const;

const gpt4 = {
  ...current,
  cache: "prefix",
  thinking: "never",
  takesSampling: true,
  efforts: [],
  maxOutputTokens: 16_384,
  contextTokens: 128_000,
  endsOn: "2027-01-14",
  successor: "gpt-6-luna",
} as const;
const gpt41 = { ...gpt4, maxOutputTokens: 32_768, contextTokens: 1_047_576 } as const;

/** From the price list, the guides to reasoning and caching, and the list of deprecations; up to 272,000 tokens of input. */
export const openaiModels: readonly ModelFacts[] = [
  { ...alwaysThinking, id: "gpt-6-astra", prices: written(10, 50, 1) },
  { ...alwaysThinking, id: "gpt-6.1-sol", prices: written(2, 10, 0.1) },
  { ...current, id: "gpt-6.1-terra", prices: written(1, 5, 0.05) },
  { ...current, id: "gpt-6-luna", prices: written(0.1, 0.5, 0.01) },
  { ...current, id: "gpt-5.6-sol", prices: written(4, 20, 0.4), successor: "gpt-6.1-sol" },
  { ...current, id: "gpt-5.6-terra", prices: written(2, 12, 0.2), successor: "gpt-6.1-terra" },
  { ...current, id: "gpt-5.6-luna", prices: written(0.2, 1.2, 0.02), successor: "gpt-6-luna" },
  { ...gpt5, id: "gpt-5", prices: automatic(1.25, 10, 0.125), successor: "gpt-6.1-sol" },
  { ...gpt5, id: "gpt-5-mini", prices: automatic(0.25, 2, 0.025), successor: "gpt-6.1-terra" },
  { ...gpt5, id: "gpt-5-nano", prices: automatic(0.05, 0.4, 0.005), successor: "gpt-6-luna" },
  { ...gpt41, id: "gpt-4.1", prices: automatic(2, 8, 0.5) },
  { ...gpt41, id: "gpt-4.1-mini", prices: automatic(0.4, 1.6, 0.1) },
  { ...gpt4, id: "gpt-4o", prices: automatic(2.5, 10, 1.25) },
  { ...gpt4, id: "gpt-4o-mini", prices: automatic(0.15, 0.6, 0.075) },
  {
    ...gpt5,
    id: "o4-mini",
    efforts: ["low", "medium", "high"],
    contextTokens: 200_000,
    prices: automatic(1.1, 4.4, 0.275),
    endsOn: "2026-10-23",
    successor: "gpt-6.1-terra",
  },
];
