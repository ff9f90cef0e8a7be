import type { Effort } from "#shared/contracts/agent/model-settings.ts";
import { imageLimits } from "../image-limits.ts";
import type { ModelFacts, ModelPrices } from "../model-facts.ts";

const asOf = "2026-11-01";
const million = 1_000_000;
const thousand = 1_000;

const allEfforts: readonly Effort[] = ["low", "medium", "high", "xhigh", "max"];

/** A cache write costs a quarter more than input. */
const prices = (input: number, output: number, cacheRead: number): ModelPrices => ({
  asOf,
  input,
  output,
  cacheRead,
  cacheWrite: input * 1.25,
});

/** Since Claude 5.5 a request may force no tool, choose no sampling, set no budget and prefill nothing. */
const current = {
  provider: "anthropic",
  cache: "breakpoints",
  takesPictures: true,
  takesForcedTool: false,
  takesSampling: false,
  takesPrefill: false,
  efforts: allEfforts,
  contextTokens: million,
  maxOutputTokens: 128 * thousand,
  images: imageLimits.claude,
  minCacheableTokens: 512,
} as const;

const beforeAdaptive = {
  provider: "anthropic",
  cache: "breakpoints",
  takesPictures: true,
  thinking: "budget",
  takesForcedTool: true,
  takesSampling: true,
  takesPrefill: true,
  efforts: [],
  contextTokens: 200 * thousand,
  maxOutputTokens: 64 * thousand,
  images: imageLimits.olderClaude,
  minCacheableTokens: 1_024,
} as const;

/** From the overview, the migration guides and the list of deprecations. */
export const anthropicModels: readonly ModelFacts[] = [
  { ...current, id: "claude-fable-5-1", thinking: "always", prices: prices(10, 50, 0.25) },
  { ...current, id: "claude-opus-5-5", thinking: "always", prices: prices(4, 20, 0.2) },
  { ...current, id: "claude-sonnet-5-5", thinking: "adaptive", prices: prices(2, 10, 0.1) },
  // Up to 100,000 tokens of input; a turn of Drover's agent is far below.
  { ...current, id: "claude-haiku-5-5", thinking: "adaptive", prices: prices(0.1, 0.5, 0.01) },
  {
    ...current,
    id: "claude-opus-5",
    thinking: "adaptive",
    takesForcedTool: true,
    prices: prices(5, 25, 0.5),
    successor: "claude-opus-5-5",
  },
  {
    ...current,
    id: "claude-sonnet-5",
    thinking: "adaptive",
    takesForcedTool: true,
    minCacheableTokens: 1_024,
    prices: prices(2, 10, 0.2),
    successor: "claude-sonnet-5-5",
  },
  {
    ...beforeAdaptive,
    id: "claude-haiku-4-5",
    minCacheableTokens: 4_096,
    prices: prices(1, 5, 0.1),
    successor: "claude-haiku-5-5",
  },
  {
    ...beforeAdaptive,
    id: "claude-sonnet-4-5",
    prices: prices(3, 15, 0.3),
    endsOn: "2026-11-30",
    successor: "claude-sonnet-5-5",
  },
];
