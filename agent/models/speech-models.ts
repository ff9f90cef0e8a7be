import type { BuiltInProvider, ModelSettings } from "#shared/contracts/agent/model-settings.ts";
import type { PriceSettings } from "#shared/contracts/agent/provider-settings.ts";
import { type VoiceType, voiceTypes } from "#shared/contracts/job/voice.ts";
import type { FarmModels } from "./farm-models.ts";

/** How a service is asked what a recording says. */
export type SpeechWire =
  /** `POST /audio/transcriptions`. `verbose_json` tells how long the recording is, where nothing else is said of its cost. */
  | { readonly kind: "transcriptions"; readonly format: "json" | "verbose_json" }
  /** A chat completion with the recording in it. */
  | { readonly kind: "chat" };

interface SpeechFacts {
  readonly wire: SpeechWire;
  /** When nobody names one; absent where what is there depends on who runs it. */
  readonly model?: string;
  readonly takes: readonly VoiceType[];
}

const any = Object.values(voiceTypes);

/** Null: the service has no speech model. */
const speechTable: Readonly<Record<BuiltInProvider, SpeechFacts | null>> = {
  anthropic: null,
  openai: {
    wire: { kind: "transcriptions", format: "json" },
    model: "gpt-4o-mini-transcribe",
    takes: any,
  },
  // At its OpenAI-compatible address it has no transcriptions; its models listen.
  gemini: { wire: { kind: "chat" }, model: "gemini-3.8-flash", takes: [voiceTypes.wav, voiceTypes.mp3] },
  groq: {
    wire: { kind: "transcriptions", format: "verbose_json" },
    model: "whisper-large-v3-turbo",
    takes: any,
  },
  ollama: null,
  vllm: { wire: { kind: "transcriptions", format: "json" }, takes: any },
};

const perHour = (usd: number): PriceSettings => ({ input: (usd / 3_600) * 1_000_000, output: 0 });

/** In US dollars for a million tokens; a model that is paid by time has a second for a token. As of 2026-11. */
export const speechPrices: Readonly<Record<string, PriceSettings>> = {
  "gpt-4o-mini-transcribe": { input: 1.25, output: 5 },
  "gpt-4o-transcribe": { input: 2.5, output: 10 },
  "whisper-1": perHour(0.36),
  "whisper-large-v3-turbo": perHour(0.04),
  "whisper-large-v3": perHour(0.111),
};

export type SpeechChoice =
  | {
      readonly kind: "served";
      readonly provider: string;
      readonly model: string;
      readonly facts: SpeechFacts;
    }
  | { readonly kind: "refused"; readonly message: string };

const refused = (message: string): SpeechChoice => ({ kind: "refused", message });

/** A service of the project's own that speaks OpenAI's format may transcribe as OpenAI does; the practice model is deaf. */
function factsOf(provider: string, { providers }: FarmModels): SpeechFacts | null {
  if (providers[provider]?.model?.startsWith("practice-")) return null;
  if (provider in speechTable) return speechTable[provider as BuiltInProvider];
  const plain = { wire: { kind: "transcriptions", format: "json" }, takes: any } as const;
  return providers[provider]?.kind === "openai" ? plain : null;
}

const remedy =
  "set OPENAI_API_KEY, GROQ_API_KEY or GEMINI_API_KEY where the farm starts, or name a provider and its model as models.speech in drover.config.ts";

/**
 * Who says what a recording holds: whoever `models.speech` of the job or the project names, else the farm's first service with a
 * speech model, the default one before the others.
 */
export function speechChoice(job: ModelSettings | undefined, farm: FarmModels): SpeechChoice {
  const named = { ...farm.roles.speech, ...job };
  const there = [farm.defaultProvider, ...Object.keys(farm.providers)];
  const provider =
    named.provider ??
    there.find((name) => farm.providers[name] !== undefined && factsOf(name, farm)?.model !== undefined);
  if (provider === undefined)
    return refused(
      `No provider of this farm (${Object.keys(farm.providers).join(", ")}) has a speech model: ${remedy}.`,
    );
  if (farm.providers[provider] === undefined)
    return refused(`There is no provider '${provider}' in this farm: ${remedy}.`);
  const facts = factsOf(provider, farm);
  if (facts === null) return refused(`The provider '${provider}' has no speech model: ${remedy}.`);
  const model = named.model ?? facts.model;
  if (model === undefined)
    return refused(`Name the model of '${provider}' for voice commands in models.speech.model.`);
  return { kind: "served", provider, model, facts };
}
