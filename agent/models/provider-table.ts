import type { BuiltInProvider } from "#shared/contracts/agent/model-settings.ts";

/** What chat completions of a service take; each one refuses or ignores other parts of them. */
export interface ChatFacts {
  readonly outputLimit: "max_completion_tokens" | "max_tokens";
  readonly takesParallelToolCalls: boolean;
  /** A tool without parameters may have an object without properties; else it has none at all. */
  readonly takesEmptyParameters: boolean;
  /** `anyOf` at the top of a tool's schema; absent: it refuses that, or nobody knows. */
  readonly takesAnyOf?: true;
}

interface SharedFacts {
  readonly baseUrl: string;
  /** Of the environment where a farm runs; null: it asks for no key. */
  readonly keyVariable: string | null;
  readonly baseUrlVariable: string;
  /** When nobody names one; absent where what is there depends on who runs it. */
  readonly defaultModel?: string;
  /** For checks that must be quick and cheap. */
  readonly smallModel?: string;
}

export type ProviderFacts = SharedFacts &
  (
    | { readonly kind: "anthropic" | "openai-responses" }
    | { readonly kind: "openai"; readonly chat: ChatFacts }
  );

/** For an address of your own that speaks chat completions. */
export const plainChat: ChatFacts = {
  outputLimit: "max_completion_tokens",
  takesParallelToolCalls: true,
  takesEmptyParameters: true,
};

export const providerTable: Readonly<Record<BuiltInProvider, ProviderFacts>> = {
  anthropic: {
    kind: "anthropic",
    baseUrl: "https://api.anthropic.com",
    keyVariable: "ANTHROPIC_API_KEY",
    baseUrlVariable: "ANTHROPIC_BASE_URL",
    defaultModel: "claude-sonnet-5-5",
    smallModel: "claude-haiku-5-5",
  },
  openai: {
    kind: "openai-responses",
    baseUrl: "https://api.openai.com/v1",
    keyVariable: "OPENAI_API_KEY",
    baseUrlVariable: "OPENAI_BASE_URL",
    defaultModel: "gpt-6.1-terra",
    smallModel: "gpt-6-luna",
  },
  gemini: {
    kind: "openai",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
    keyVariable: "GEMINI_API_KEY",
    baseUrlVariable: "GEMINI_BASE_URL",
    defaultModel: "gemini-3.8-flash",
    smallModel: "gemini-3.5-flash-lite",
    // Fields that it does not know are refused: «Unknown name … Cannot find field».
    chat: { ...plainChat, takesParallelToolCalls: false, takesEmptyParameters: false },
  },
  groq: {
    kind: "openai",
    baseUrl: "https://api.groq.com/openai/v1",
    keyVariable: "GROQ_API_KEY",
    baseUrlVariable: "GROQ_BASE_URL",
    defaultModel: "openai/gpt-oss-120b",
    smallModel: "openai/gpt-oss-20b",
    chat: plainChat,
  },
  ollama: {
    kind: "openai",
    baseUrl: "http://127.0.0.1:11434/v1",
    keyVariable: null,
    baseUrlVariable: "OLLAMA_BASE_URL",
    // It takes `max_tokens` and ignores what it does not know.
    chat: { ...plainChat, outputLimit: "max_tokens", takesParallelToolCalls: false },
  },
  vllm: {
    kind: "openai",
    baseUrl: "http://127.0.0.1:8000/v1",
    keyVariable: null,
    baseUrlVariable: "VLLM_BASE_URL",
    // Tools need a server started with --enable-auto-tool-choice and --tool-call-parser. Schemas are grammars there.
    chat: { ...plainChat, takesAnyOf: true },
  },
};
