import * as z from "zod";
import { AppSource, mostSessionApps } from "../device/app-source.ts";
import { DeviceId, Timestamp } from "../values/ids.ts";
import { SafeText } from "../values/safe-text.ts";

/** Words by which a session is found again. */
export const SessionLabels = z
  .record(
    z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,49}$/, "must be 1 to 50 letters, digits, '.', '_', '/' or '-'"),
    SafeText.min(1).max(100),
  )
  .refine((labels) => Object.keys(labels).length <= 20, { error: "must be at most 20 labels" });
export type SessionLabels = z.infer<typeof SessionLabels>;

/** What a session was started with, as its job keeps it. */
export const SessionSettings = z
  .strictObject({
    idleTimeoutSeconds: z.int().min(10).max(7_200).default(180),
    hardTimeoutSeconds: z.int().min(60).max(7_200).default(3_600),
    labels: SessionLabels.default({}),
    /** Installed before its user has the device; they go with it. */
    apps: z.array(AppSource).max(mostSessionApps).default([]),
  })
  .meta({ id: "SessionSettings" });
export type SessionSettings = z.infer<typeof SessionSettings>;

/** What the session's user said in words: one turn is chosen by Drover's own agent. */
export const SessionInstruction = z
  .strictObject({
    /** Of the turn. */
    stepNumber: z.int().min(1),
    text: SafeText.trim().min(1).max(2_000),
    /** Why no action came of it; the session's user has the turn again. */
    failure: z.string().max(1_000).optional(),
  })
  .meta({ id: "SessionInstruction" });
export type SessionInstruction = z.infer<typeof SessionInstruction>;

/** `waiting`: for a device; `ready`: for its user; `busy`: it follows an instruction; `deviceLost`: its user may continue with another device. */
export const SessionStatus = z.enum(["waiting", "busy", "ready", "deviceLost", "ended"]);
export type SessionStatus = z.infer<typeof SessionStatus>;

const settled: { readonly [Status in SessionStatus]: boolean } = {
  waiting: false,
  busy: false,
  ready: true,
  deviceLost: true,
  ended: true,
};
/** Nothing comes of waiting longer: it is its user's turn, or over. */
export const isSettled = (status: SessionStatus): boolean => settled[status];

/** The device that a session lost last. */
export const DeviceLoss = z
  .strictObject({
    deviceId: DeviceId,
    /** Of the lease. */
    epoch: z.int().min(1),
    at: Timestamp,
    reason: z.string().max(500),
    /** When its user asked for another device; absent: not yet, and the session takes none. */
    continuedAt: Timestamp.optional(),
  })
  .meta({ id: "DeviceLoss" });
export type DeviceLoss = z.infer<typeof DeviceLoss>;

/** Why a session ended. */
export const SessionEndReason = z.enum([
  /** Its user ended it. */
  "ended",
  /** Nobody used it for its idleTimeoutSeconds. */
  "idle",
  "hardTimeout",
  /** Its job was cancelled, or all jobs were stopped. */
  "cancelled",
  /** No device came in its time. */
  "noDevice",
  "deviceLost",
  "hostGone",
  /** Its steps, tokens or money are used up. */
  "limit",
  "failed",
]);
export type SessionEndReason = z.infer<typeof SessionEndReason>;
