import { imageLimits } from "../image-limits.ts";
import type { ModelFacts, ModelPrices } from "../model-facts.ts";

/** What the service keeps of itself costs nothing to write. */
const prices = (input: number, output: number, cacheRead: number): ModelPrices => ({
  asOf: "2026-11-10",
  input,
  output,
  cacheRead,
  cacheWrite: input,
});

/** As they answer at the OpenAI-compatible address. A call of a tool bears a signature that must come back with it. */
const gemini = {
  provider: "gemini",
  cache: "prefix",
  takesPictures: true,
  thinking: "adaptive",
  takesForcedTool: true,
  takesSampling: true,
  takesPrefill: false,
  efforts: ["low", "medium", "high"],
  contextTokens: 1_048_576,
  maxOutputTokens: 65_536,
  images: imageLimits.gemini,
  minCacheableTokens: 4_096,
} as const;

export const geminiModels: readonly ModelFacts[] = [
  // Half price until 31 December 2026: $1.50 and $7.50 from then on.
  { ...gemini, id: "gemini-3.8-flash", prices: prices(0.75, 3.75, 0.075) },
  {
    ...gemini,
    id: "gemini-3.5-flash-lite",
    efforts: ["minimal", "low", "medium", "high"],
    prices: prices(0.3, 2.5, 0.03),
  },
  {
    ...gemini,
    id: "gemini-2.5-pro",
    // Up to 200,000 tokens of input.
    prices: prices(1.25, 10, 0.125),
    endsOn: "2026-11-30",
    successor: "gemini-3.8-flash",
  },
  {
    ...gemini,
    id: "gemini-2.5-flash",
    efforts: ["none", "low", "medium", "high"],
    prices: prices(0.3, 2.5, 0.03),
    endsOn: "2026-11-30",
    successor: "gemini-3.5-flash-lite",
  },
];
