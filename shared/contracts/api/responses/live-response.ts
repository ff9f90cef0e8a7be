import * as z from "zod";
import { ScreenshotAnswer } from "../../device/device-tools.ts";
import { LiveLink, LiveLinkId, LiveToken } from "../../session/live-link.ts";
import { ActionOutcome, ChosenBy } from "../../step/step.ts";
import { StoredAction } from "../../step/stored-action.ts";
import { JobId, Timestamp } from "../../values/ids.ts";
import { Links } from "./links.ts";

/** The body of `POST …/links`. */
export const LiveLinkRequest = z.strictObject({
  label: LiveLink.shape.label,
  /** Never longer than the session, or the job, may last. */
  expiresInSeconds: z.int().min(60).max(7_200).default(3_600),
});
export type LiveLinkRequest = z.infer<typeof LiveLinkRequest>;

export const LiveLinkResponse = LiveLink.pick({
  linkId: true,
  label: true,
  createdAt: true,
  expiresAt: true,
  revokedAt: true,
}).meta({ id: "LiveLinkResponse" });
export type LiveLinkResponse = z.infer<typeof LiveLinkResponse>;

/** Returned once: only its hash is stored. */
export const MadeLiveLink = LiveLinkResponse.extend({
  token: LiveToken,
  /** Of the console, with the token behind `#`, which no browser sends. */
  page: z.string(),
}).meta({ id: "MadeLiveLink" });
export type MadeLiveLink = z.infer<typeof MadeLiveLink>;

export const LiveLinks = z.object({ items: z.array(LiveLinkResponse) }).meta({ id: "LiveLinks" });
export const linkOfJob = z.strictObject({ id: JobId, linkId: LiveLinkId });

const LiveStep = z.object({
  stepNumber: z.int(),
  predictedAt: Timestamp,
  chosenBy: ChosenBy,
  thinking: z.string(),
  actions: z.array(
    z.object({
      action: StoredAction,
      element: z.string().optional(),
      words: z.string(),
      outcome: z.object(ActionOutcome.pick({ ok: true, message: true }).shape).optional(),
    }),
  ),
});

/** The content of a live link: state and latest steps, without owner and device. */
export const LiveView = z.object({
  kind: z.enum(["session", "job"]),
  status: z.enum(["waiting", "running", "ended"]),
  /** Of a job. */
  task: z.string().optional(),
  startedAt: Timestamp.optional(),
  finishedAt: Timestamp.optional(),
  stepCount: z.int(),
  /** When the link ends. */
  expiresAt: Timestamp,
  /** The newest first; none once it has ended. */
  steps: z.array(LiveStep),
});
export type LiveView = z.infer<typeof LiveView>;

/** `links.screenshot`, unless it is here in base64. */
export const LiveScreen = z.object({
  ...ScreenshotAnswer.pick({ capturedAt: true, size: true, mediaType: true, secure: true, base64: true })
    .shape,
  links: Links,
});
