import * as z from "zod";
import { ProviderName } from "./provider-settings.ts";

/**
 * The roles that models play in a job (docs/spec.md R2, E1, E2, A1). Each has its settings; which of them a job asks,
 * `supervision` says. Grounding is asked where it is named, the describer of apps where the project wants it.
 */
export const ModelRole = z.enum([
  "agent",
  "planner",
  "verifier",
  "progress",
  "completion",
  "grounding",
  "describer",
  /** Plans how to recover from an error. */
  "recovery",
  /** Carries out the recovery's plan. */
  "actor",
  /** Makes sub-tasks of a command. */
  "decomposer",
  /** Plays the person whom the agent asks. */
  "user",
  /** Hears voice commands. */
  "speech",
]);
export type ModelRole = z.infer<typeof ModelRole>;

/** The format of a model's prompt and reply, for the next action or for a place (docs/dialects.md, docs/spec.md I1.3). */
export const ReplyDialect = z.enum([
  "tool-use",
  "thinking-tool-call",
  "element-json",
  "lean",
  "mai-ui",
  "ui-tars",
  "ui-tars-1.0",
  "autoglm",
  "mobile-use",
  "mobile-use-pixels",
  "ui-venus",
]);
export type ReplyDialect = z.infer<typeof ReplyDialect>;

/** A model's effort: its reasoning and the length of its output. Few models support all values. */
export const Effort = z.enum(["none", "minimal", "low", "medium", "high", "xhigh", "max"]);
export type Effort = z.infer<typeof Effort>;

/** Those that need no entry in the project's config: two wire formats, and where they are spoken. */
export const BuiltInProvider = z.enum(["anthropic", "openai", "gemini", "groq", "ollama", "vllm"]);
export type BuiltInProvider = z.infer<typeof BuiltInProvider>;

const ModelId = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:/@-]*$/, "must be a model id");

/** Of one role. What is left out is the project's, then the role's own (`agent/models/role-defaults.ts`). */
export const ModelSettings = z
  .strictObject({
    provider: ProviderName.optional(),
    /** The provider's model id; `practice-1` is the practice model. */
    model: ModelId.optional(),
    dialect: ReplyDialect.optional(),
    /** Of one reply, thinking included. */
    maxTokens: z.int().min(64).max(64_000).optional(),
    /** Absent: the model's own default. A job that names one which its model does not take is refused; so is a temperature. */
    effort: Effort.optional(),
    temperature: z.number().min(0).max(2).optional(),
    /** Of one call with its retries. */
    timeoutSeconds: z.int().min(1).max(120).optional(),
    /** Of the role `grounding`: below this confidence a place of the agent's reply is located again; 0.8. */
    minConfidence: z.number().min(0).max(1).optional(),
    /** Asked instead when the first is overloaded for longer than a call may take, out of reach, or will not serve. */
    fallback: z.strictObject({ provider: ProviderName.optional(), model: ModelId }).optional(),
  })
  .meta({ id: "ModelSettings" });
export type ModelSettings = z.infer<typeof ModelSettings>;

export const ModelRoles = z
  .strictObject({
    agent: ModelSettings.prefault({}),
    planner: ModelSettings.optional(),
    verifier: ModelSettings.optional(),
    progress: ModelSettings.optional(),
    completion: ModelSettings.optional(),
    grounding: ModelSettings.optional(),
    describer: ModelSettings.optional(),
    recovery: ModelSettings.optional(),
    actor: ModelSettings.optional(),
    decomposer: ModelSettings.optional(),
    user: ModelSettings.optional(),
    speech: ModelSettings.optional(),
  } satisfies Record<ModelRole, unknown>)
  .meta({ id: "ModelRoles" });
export type ModelRoles = z.infer<typeof ModelRoles>;

const count = z.int().min(0);

/** The usage of model calls. Fields with a default are missing in older items, where they are unknown. */
export const ModelUsage = z
  .strictObject({
    /** Every call that was made, also one that was refused, cut, timed out or never answered. */
    calls: count,
    /** All of the input: new, read from the service's cache and written to it. */
    inputTokens: count,
    /** Of the input, read from the cache. */
    cachedTokens: count.default(0),
    /** Of the input, written to the cache. */
    cacheWrittenTokens: count.default(0),
    /** All of the output. */
    outputTokens: count,
    /** The reasoning part of the output. */
    thinkingTokens: count.default(0),
    /** US dollars, of the calls that have a price; absent when none has. */
    costUsd: z.number().min(0).optional(),
    /** How many calls `costUsd` covers. A model that is not in the table has no price, a call without usage neither. */
    pricedCalls: count.default(0),
  })
  .meta({ id: "ModelUsage" });
export type ModelUsage = z.infer<typeof ModelUsage>;

/** The same, by role. */
export const UsageByRole = z.partialRecord(ModelRole, ModelUsage).meta({ id: "UsageByRole" });
export type UsageByRole = z.infer<typeof UsageByRole>;
