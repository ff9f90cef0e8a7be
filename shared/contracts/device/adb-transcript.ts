import * as z from "zod";
import { Timestamp } from "../values/ids.ts";

/** A later format has another number, and is refused by this version. */
export const transcriptVersion = 1;

/** What stands for the serial, which is not in the transcript. */
export const recordedSerial = "recorded-device";

const count = z.int().min(0);

/** What the device answered. A picture is its size and one colour: what was on the screen is not kept. */
const TranscriptAnswer = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("text"), text: z.string() }),
  z.strictObject({ kind: z.literal("bytes"), base64: z.base64() }),
  z.strictObject({
    kind: z.literal("picture"),
    width: z.int().min(1).max(20_000),
    height: z.int().min(1).max(20_000),
    colour: z.string().regex(/^#[0-9a-f]{6}$/),
  }),
  /** adb's FAIL, with its words. */
  z.strictObject({ kind: z.literal("refused"), text: z.string() }),
]);
export type TranscriptAnswer = z.infer<typeof TranscriptAnswer>;

/** One line of the JSON Lines file. Exchanges are in the order in which they ended; `number` is that in which they began. */
export const TranscriptLine = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("transcript"),
    version: z.literal(transcriptVersion),
    drover: z.string(),
    recordedAt: Timestamp,
    /** As in `adb devices -l`, behind the serial. */
    listed: z.string().max(500),
  }),
  z.strictObject({
    kind: z.literal("exchange"),
    number: count,
    /** As adb names it; `⟨0⟩` stands for what is another in each run, in the answer too. */
    service: z.string().max(65_535),
    answer: TranscriptAnswer,
    /** Who ended it. */
    endedBy: z.enum(["device", "client"]),
    milliseconds: z.number().min(0),
    /** So many exchanges had begun when it ended. */
    begun: count,
  }),
  /** `cut`: the recording had reached its greatest size before. */
  z.strictObject({ kind: z.literal("end"), exchanges: count, cut: z.boolean() }),
]);
export type TranscriptLine = z.infer<typeof TranscriptLine>;
export type TranscriptExchange = Extract<TranscriptLine, { kind: "exchange" }>;
