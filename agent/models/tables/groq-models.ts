import { imageLimits } from "../image-limits.ts";
import type { ModelFacts, ModelPrices } from "../model-facts.ts";

const prices = (input: number, output: number, cacheRead: number): ModelPrices => ({
  asOf: "2026-10-09",
  input,
  output,
  cacheRead,
  cacheWrite: input,
});

const groq = {
  provider: "groq",
  cache: "prefix",
  takesPictures: false,
  thinking: "adaptive",
  takesForcedTool: true,
  takesSampling: true,
  takesPrefill: true,
  efforts: ["low", "medium", "high"],
  contextTokens: 131_072,
  maxOutputTokens: 65_536,
  images: imageLimits.unknown,
  minCacheableTokens: 1_024,
} as const;

/** None of these sees pictures: an agent on them works from the element map. */
export const groqModels: readonly ModelFacts[] = [
  { ...groq, id: "openai/gpt-oss-120b", prices: prices(0.15, 0.6, 0.075) },
  { ...groq, id: "openai/gpt-oss-20b", prices: prices(0.075, 0.3, 0.0375) },
];
