import * as z from "zod";
import { TenantId } from "../values/ids.ts";

/** What services count a minute by. */
export const AllowanceLane = z.enum(["requests", "tokens", "inputTokens", "outputTokens"]);
export type AllowanceLane = z.infer<typeof AllowanceLane>;

const ToldLimit = z.strictObject({
  /** What it allows a minute. */
  perMinute: z.number().positive(),
  limit: z.number().positive(),
  remaining: z.number().min(0),
});

/** The limits of a service, from the headers of a response. */
export const RateLimits = z.partialRecord(AllowanceLane, ToldLimit);
export type RateLimits = z.infer<typeof RateLimits>;

/** One token bucket. Times are milliseconds since 1970. */
export const AllowanceBucket = z.strictObject({
  /** What is taken of it a minute at the moment. */
  perMinute: z.number().positive(),
  /** The limit that the service reports; absent: it reported none, and refusals show it. */
  told: z.number().positive().optional(),
  /** When the next call may take of it; in the past: so much time's worth has been saved up. */
  openAt: z.number(),
});
export type AllowanceBucket = z.infer<typeof AllowanceBucket>;

/** What all jobs of a tenant may ask of one model at one service, while that is short. */
export const ModelAllowance = z.strictObject({
  tenantId: TenantId,
  /** Its address. */
  service: z.string(),
  model: z.string(),
  /** Raised by each write: of two that read the same one reads again. */
  revision: z.int().min(0),
  buckets: z.partialRecord(AllowanceLane, AllowanceBucket),
  /** No call before this time: the service said so. */
  pausedUntil: z.number(),
  /** When rates were last raised or lowered. */
  adaptedAt: z.number(),
  /** Until then calls take from it; it is put off as long as there is not plenty. */
  governedUntil: z.number(),
});
export type ModelAllowance = z.infer<typeof ModelAllowance>;
