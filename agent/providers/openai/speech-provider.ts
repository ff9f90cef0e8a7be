import OpenAI, { toFile } from "openai";
import { type VoiceType, voiceTypes } from "#shared/contracts/job/voice.ts";
import type { ModelProvider, ProviderOptions, TokenCounts } from "../../models/model-provider.ts";
import { plainChat } from "../../models/provider-table.ts";
import type { SpeechWire } from "../../models/speech-models.ts";
import { openAiProvider } from "./openai-provider.ts";
import { readCompletion } from "./read-completion.ts";

interface Recording {
  readonly bytes: Uint8Array;
  readonly mediaType: VoiceType;
}

const instruction =
  "Write down what is said in this recording, word for word, in the language in which it is said. Answer with these words alone.";

const endingOf = (type: VoiceType): string =>
  Object.entries(voiceTypes).find(([, mediaType]) => mediaType === type)?.[0] ?? "wav";

/** A service that is asked for one thing: what this recording says. Its reply is one text. */
export function speechProvider(
  access: ProviderOptions,
  wire: SpeechWire,
  { bytes, mediaType }: Recording,
): ModelProvider {
  const { baseUrl, apiKey } = access;
  const chat = openAiProvider({ ...access, chat: plainChat });
  const openai = new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey === "" ? "none" : apiKey,
    organization: null,
    project: null,
    maxRetries: 0,
  });
  const ending = endingOf(mediaType);
  const call: ModelProvider["call"] = async ({ model }, { timeoutMilliseconds: timeout, signal }) => {
    if (wire.kind === "chat") {
      const audio = {
        data: Buffer.from(bytes).toString("base64"),
        format: ending === "mp3" ? "mp3" : "wav",
      } as const;
      const content = [
        { type: "text", text: instruction },
        { type: "input_audio", input_audio: audio },
      ] as const;
      const completion = await openai.chat.completions.create(
        { model, messages: [{ role: "user", content: [...content] }] },
        { timeout, signal },
      );
      return readCompletion(completion, undefined);
    }
    const file = await toFile(bytes, `command.${ending}`, { type: mediaType });
    const heard: unknown = await openai.audio.transcriptions.create(
      { file, model, response_format: wire.format },
      { timeout, signal },
    );
    return readTranscription(heard, model);
  };
  return { ...chat, call };
}

interface Transcription {
  readonly text?: unknown;
  /** Seconds. */
  readonly duration?: unknown;
  readonly usage?: {
    readonly seconds?: unknown;
    readonly input_tokens?: unknown;
    readonly output_tokens?: unknown;
  };
}

const none = { cachedTokens: 0, cacheWrittenTokens: 0, thinkingTokens: 0 } as const;

/** A second counts as a token where a service is paid by time. */
function tokensOf({ usage = {}, duration }: Transcription): TokenCounts | undefined {
  const { input_tokens: inputTokens, output_tokens: outputTokens, seconds = duration } = usage;
  if (typeof inputTokens === "number" && typeof outputTokens === "number")
    return { ...none, inputTokens, outputTokens };
  return typeof seconds === "number"
    ? { ...none, inputTokens: Math.ceil(seconds), outputTokens: 0 }
    : undefined;
}

/** @throws Error for an answer that is no transcription, such as a proxy's page with status 200 */
function readTranscription(heard: unknown, model: string): Awaited<ReturnType<ModelProvider["call"]>> {
  const { text, ...rest } = (typeof heard === "object" && heard !== null ? heard : {}) as Transcription;
  if (typeof text !== "string") throw new Error("it is not a transcription");
  return { model, parts: [{ type: "text", text }], stop: "end", tokens: tokensOf(rest), raw: heard };
}
