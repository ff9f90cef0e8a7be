import * as z from "zod";

/** OTEL_TRACES_SAMPLER's values that need nobody to be asked. */
export const TraceSampler = z.enum([
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
]);
export type TraceSampler = z.infer<typeof TraceSampler>;

/** How spans are written. */
export const TraceProtocol = z.enum(["http/protobuf", "http/json"]);
export type TraceProtocol = z.infer<typeof TraceProtocol>;

/** Where traces go (docs/tracing.md). OpenTelemetry's own variables come first; what is secret is in them alone. */
export const TracingConfig = z.strictObject({
  /** A collector's; absent: traces are off. */
  endpoint: z.url({ protocol: /^https?$/ }).optional(),
  protocol: TraceProtocol.optional(),
  serviceName: z.string().min(1).max(100).optional(),
  sampler: TraceSampler.optional(),
  samplerRatio: z.number().min(0).max(1).optional(),
  /** Prompts, replies and tasks too. */
  content: z.boolean().optional(),
});
export type TracingConfig = z.infer<typeof TracingConfig>;
