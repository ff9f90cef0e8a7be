import * as z from "zod";
import { PolicyChoice } from "../contracts/policy.ts";

/** Of a model service, beside those that Drover knows. */
export const ProviderSettings = z.strictObject({
  /** The wire format that it speaks: Anthropic's Messages API or OpenAI's chat completions. */
  kind: z.enum(["anthropic", "openai"]),
  baseUrl: z.url({ protocol: /^https?$/, error: "must be an http or https address" }),
  /** Where its key is, never the key itself. */
  keySource: z
    .string()
    .regex(/^(?:env:[A-Za-z_]\w*|secret:\S+)$/, "must be env:<variable> or secret:<ARN>")
    .optional(),
});
export type ProviderSettings = z.infer<typeof ProviderSettings>;

const usd = z.number().min(0).max(10_000);
/** US dollars for a million tokens. What is left out costs as input does. */
export const PriceSettings = z.strictObject({
  input: usd,
  output: usd,
  cacheRead: usd.optional(),
  cacheWrite: usd.optional(),
});
export type PriceSettings = z.infer<typeof PriceSettings>;

/** What a project's `drover.config.ts` exports by default. Each key is read by the part of Drover that it is for. */
export const DroverConfig = z.strictObject({
  /** By the name that a model's settings give as `provider`. */
  providers: z
    .record(z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, "must be a provider's name"), ProviderSettings)
    .default({}),
  /** By model id: instead of the prices that Drover knows. */
  prices: z.record(z.string().min(1).max(100), PriceSettings).default({}),
  /** What jobs may do that do not say it themselves, and what may be done on a device without a job. */
  policy: PolicyChoice.default({}),
});
export type DroverConfig = z.infer<typeof DroverConfig>;
