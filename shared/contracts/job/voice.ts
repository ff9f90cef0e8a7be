import * as z from "zod";
import { Timestamp } from "../values/ids.ts";

/** The recordings that are taken, by what a file of the kind ends in. */
export const voiceTypes = {
  wav: "audio/wav",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  ogg: "audio/ogg",
  flac: "audio/flac",
  webm: "audio/webm",
} as const;
export const VoiceType = z.enum(voiceTypes);
export type VoiceType = z.infer<typeof VoiceType>;

/** API Gateway takes bodies of 10 MB and Lambda events of 6 MB; base64 makes a third more of it. A minute as WAV (16 kHz) is 1.9 MB. */
export const mostVoiceBytes = 2 * 1_048_576;
const mostCharacters = Math.ceil(mostVoiceBytes / 3) * 4;
/** Of a request that holds one beside its other fields. */
export const voiceBodyKilobytes = mostCharacters / 1_024 + 256;

export const voiceTooLong =
  "is longer than the 2 MB (before base64) of a voice command: speak for less than a minute, or record mp3 or m4a";

/** A task that was spoken (docs/spec.md A9). */
export const VoiceCommand = z.strictObject({
  mediaType: VoiceType,
  /** Base64. */
  audio: z.base64("must be base64").min(4, "must contain a recording").max(mostCharacters, voiceTooLong),
  /** What was heard is shown, and the job waits for a yes before it takes a device: resume it, or cancel it. */
  confirm: z.boolean().default(false),
});
export type VoiceCommand = z.infer<typeof VoiceCommand>;

/** What a job is called until its voice command was heard. */
export const unheardTask = "(a voice command that was not heard yet)";

/** What a job keeps of it; `text` and what follows as soon as it was heard. */
export const SpokenTask = z
  .strictObject({
    mediaType: VoiceType,
    confirm: z.boolean(),
    /** As it was heard: the job's task. */
    text: z.string().max(4_000).optional(),
    /** The speech model. */
    model: z.string().max(100).optional(),
    heardAt: Timestamp.optional(),
  })
  .meta({ id: "SpokenTask" });
export type SpokenTask = z.infer<typeof SpokenTask>;
