import type { ProviderSettings } from "#shared/contracts/agent/provider-settings.ts";
import { findModel } from "./find-model.ts";
import type { ModelFacts } from "./model-facts.ts";

type TakenSettings = Pick<ModelFacts, "cache" | "efforts" | "takesSampling" | "thinking">;

/** Any effort is passed on: the service knows its models. */
const anyEffort = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;

/** A model that is not in the table is taken for a new one of the service's maker, or for one of somebody's own. */
const assumed: Readonly<Record<ProviderSettings["kind"], TakenSettings>> = {
  anthropic: {
    cache: "breakpoints",
    efforts: ["low", "medium", "high", "xhigh", "max"],
    takesSampling: false,
    thinking: "never",
  },
  "openai-responses": {
    cache: "breakpoints",
    efforts: anyEffort,
    takesSampling: false,
    thinking: "adaptive",
  },
  openai: { cache: "prefix", efforts: anyEffort, takesSampling: true, thinking: "never" },
};

/** What a request for that model may hold: writers send nothing else, and whoever asks for more is told (`role-problems.ts`). */
export const takenSettings = (kind: ProviderSettings["kind"], model: string): TakenSettings =>
  findModel(model) ?? assumed[kind];
