import * as z from "zod";
import { JsonValue } from "../values/json-value.ts";
import { SafeText } from "../values/safe-text.ts";

/** Settings of a recovery; the defaults are the protocol's (docs/spec.md E8). */
export const RecoverySettings = z
  .strictObject({
    /** New plans after the first. */
    maxReplans: z.int().min(0).max(5).default(3),
    /** One step of a plan with its retries, fallbacks and looks: beyond it the step has failed. Also the deadline of each action. */
    stepTimeoutSeconds: z.int().min(5).max(120).default(30),
    /** Between two looks at a screen on which something is waited for. */
    captureIntervalSeconds: z.number().min(0.1).max(10).default(1),
    /** An element that is found with less is not found. */
    confidenceThreshold: z.number().min(0).max(1).default(0.8),
    /** Of each option of a step, after its first try. */
    actionRetries: z.int().min(0).max(5).default(2),
  })
  .meta({ id: "RecoverySettings" });
export type RecoverySettings = z.infer<typeof RecoverySettings>;

const mostLogged = 100;
const longestContext = 20_000;

/** What the automation did before it failed, oldest first: words, or objects as its framework keeps them. */
export const LoggedAction = z
  .union([SafeText.max(500), z.record(z.string(), JsonValue)])
  .meta({ id: "LoggedAction" });

/** The exception and its context. */
export const RaisedException = z
  .strictObject({
    /** The exception's class, message and, if useful, the top of its stack. */
    exception: SafeText.trim().min(1, "must contain the exception's text").max(8_000),
    actionLog: z
      .array(LoggedAction)
      .max(mostLogged)
      .refine((log) => JSON.stringify(log).length <= 50_000, { error: "is longer than 50,000 characters" })
      .default([]),
    context: z
      .record(z.string().max(60), JsonValue)
      .refine((context) => JSON.stringify(context).length <= longestContext, {
        error: `is longer than ${longestContext} characters`,
      })
      .default({}),
    settings: RecoverySettings.prefault({}),
  })
  .meta({ id: "RaisedException" });
export type RaisedException = z.infer<typeof RaisedException>;
