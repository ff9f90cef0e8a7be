import { defaultModel as realModel } from "#shared/agent/models/model-table.ts";
import type { ChildPart } from "./child-part.ts";

/** Which model service the farm's agent asks when a job names none. */
export interface ModelChoice {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly defaultModel: string;
  /** True for the practice model, a rule-based stand-in: its results say nothing about a real model. */
  readonly practice: boolean;
}

/** A real model as soon as its key is in the environment, else the practice model as a part of the farm. */
export async function chooseModel(
  environment: Readonly<Record<string, string | undefined>>,
  model: string | undefined,
  startPractice: () => Promise<ChildPart>,
): Promise<ModelChoice> {
  const apiKey = environment.ANTHROPIC_API_KEY;
  if (apiKey) {
    const baseUrl = environment.ANTHROPIC_BASE_URL ?? "https://api.anthropic.com";
    return { baseUrl, apiKey, defaultModel: model ?? realModel, practice: false };
  }
  const { ready } = await startPractice();
  return {
    baseUrl: String(ready.url),
    apiKey: String(ready.apiKey),
    defaultModel: model ?? String(ready.model),
    practice: true,
  };
}
