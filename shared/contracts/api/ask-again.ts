import * as z from "zod";
import { ModelUsage } from "../agent/model-settings.ts";
import { JobId } from "../values/ids.ts";
import { SafeText } from "../values/safe-text.ts";

/** The stored call to repeat, and the changed texts of its prompt. */
export const AskAgainRequest = z.strictObject({
  /** Its record, as GET /v1/jobs/{id}/debug names it. */
  record: z
    .string()
    .regex(/^step-\d{4}\/[A-Za-z0-9-]{1,80}$/, "must be a record's name, such as step-0003/predict-01K…"),
  /** Which of the record's calls. */
  call: z.int().min(0).max(100).default(0),
  edits: z
    .array(
      z.strictObject({
        /** Counted from 0; null: of the system's texts. */
        message: z.int().min(0).max(1_000).nullable(),
        /** Of its parts, which must be a text. */
        part: z.int().min(0).max(1_000),
        text: SafeText.max(100_000),
      }),
    )
    .max(20)
    .default([]),
});
export type AskAgainRequest = z.infer<typeof AskAgainRequest>;

/** Beside the stored reply; nothing of it is done on a device, and it is stored nowhere. */
export const AskedAgain = z
  .object({
    jobId: JobId,
    model: z.string(),
    milliseconds: z.number(),
    usage: ModelUsage,
    /** Why it ended, as in the stored reply. */
    stop: z.string(),
    parts: z.array(
      z.discriminatedUnion("type", [
        z.object({ type: z.literal("text"), text: z.string() }),
        z.object({ type: z.literal("thinking"), text: z.string() }),
        z.object({ type: z.literal("toolCall"), name: z.string(), input: z.unknown() }),
      ]),
    ),
  })
  .meta({ id: "AskedAgain" });
export type AskedAgain = z.infer<typeof AskedAgain>;
