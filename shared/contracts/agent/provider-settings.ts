import * as z from "zod";

/** What a model's settings call a service by: one of those that Drover knows, or an entry of the project's config. */
export const ProviderName = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, "must be a provider's name");

/** Of a model service, beside those that Drover knows. */
export const ProviderSettings = z.strictObject({
  /** The wire format that it speaks: Anthropic's Messages API, OpenAI's chat completions as many have them, or its Responses API. */
  kind: z.enum(["anthropic", "openai", "openai-responses"]),
  baseUrl: z.url({ protocol: /^https?$/, error: "must be an http or https address" }),
  /** Where its key is, never the key itself. Absent: it asks for none. */
  keySource: z
    .string()
    .regex(/^(?:env:[A-Za-z_]\w*|secret:\S+)$/, "must be env:<variable> or secret:<ARN>")
    .optional(),
  /** Used when the settings name this provider and no model. */
  model: z.string().min(1).max(100).optional(),
});
export type ProviderSettings = z.infer<typeof ProviderSettings>;

/** The services that a farm can reach, by name: the JSON of DROVER_MODEL_PROVIDERS. */
export const FarmProviders = z.record(ProviderName, ProviderSettings);
export type FarmProviders = z.infer<typeof FarmProviders>;

const usd = z.number().min(0).max(10_000);
/** US dollars for a million tokens. What is left out costs as input does. */
export const PriceSettings = z.strictObject({
  input: usd,
  output: usd,
  cacheRead: usd.optional(),
  cacheWrite: usd.optional(),
});
export type PriceSettings = z.infer<typeof PriceSettings>;

/** The placeholder in a deployment's secret until somebody stores the key. */
export const noKeyYet = "no-key-yet";
