import type { ModelFacts } from "./model-facts.ts";
import { anthropicModels } from "./tables/anthropic-models.ts";
import { geminiModels } from "./tables/gemini-models.ts";
import { groqModels } from "./tables/groq-models.ts";
import { openaiModels } from "./tables/openai-models.ts";

/**
 * The models that Drover knows. A model that is not here can be used all the same, as its provider's newest, and has no
 * price unless the project's config names one.
 */
export const modelTable: readonly ModelFacts[] = [
  ...anthropicModels,
  ...openaiModels,
  ...geminiModels,
  ...groqModels,
];
