import * as z from "zod";
import { JobStatus } from "../../job/job.ts";
import { JobRequest } from "../../job/job-request.ts";
import {
  DeviceLoss,
  SessionEndReason,
  SessionInstruction,
  SessionLabels,
  SessionSettings,
  SessionStatus,
} from "../../session/session.ts";
import { AdbPortAnswer, AdbPortUse, DevicePath, mostLogLines } from "../../session/session-call.ts";
import { ActionOutcome, mostActions } from "../../step/step.ts";
import { StoredAction } from "../../step/stored-action.ts";
import { DeviceId, HostId, JobId, PoolName, Timestamp, TurnId, UploadId } from "../../values/ids.ts";
import { PageQuery, pageOf } from "../../values/page.ts";
import { SafeText } from "../../values/safe-text.ts";
import { Tag } from "../../values/tag.ts";
import { Links } from "./links.ts";
import { TurnObservation } from "./turn-response.ts";

/** The body of `POST /v1/sessions`. */
export const SessionRequestBody = z.strictObject({
  pool: PoolName.optional(),
  requirements: JobRequest.shape.requirements,
  ...SessionSettings.shape,
  /** A running session with exactly these labels that waits for its user is answered in place of a new one. */
  reuseIfLabels: z.boolean().default(false),
  /** Store every model call and ADB command too, redacted, like a job's `debug`. Steps and screens are always stored. */
  record: z.boolean().default(false),
  ...JobRequest.pick({ policy: true, tags: true, priority: true }).shape,
});
export type SessionRequestBody = z.infer<typeof SessionRequestBody>;

export const SessionResponse = z
  .object({
    sessionId: JobId,
    status: SessionStatus,
    jobStatus: JobStatus,
    createdAt: Timestamp,
    startedAt: Timestamp.optional(),
    finishedAt: Timestamp.optional(),
    pool: PoolName,
    deviceId: DeviceId.optional(),
    hostId: HostId.optional(),
    labels: SessionLabels,
    tags: z.array(Tag),
    idleTimeoutSeconds: z.int(),
    hardTimeoutSeconds: z.int(),
    record: z.boolean(),
    stepCount: z.int(),
    adbPorts: z.array(AdbPortUse).optional(),
    /** The device that it lost last, and when its user continued with another. */
    deviceLost: DeviceLoss.optional(),
    /** How many earlier jobs still wait for a device of its pool; absent once it has one. */
    place: z.int().min(0).optional(),
    waitingBecause: z.string().optional(),
    endReason: SessionEndReason.optional(),
    endDetail: z.string().optional(),
    /** It was there before this request. */
    reused: z.boolean().optional(),
  })
  .meta({ id: "SessionResponse" });
export type SessionResponse = z.infer<typeof SessionResponse>;

export const SessionPage = pageOf(SessionResponse);
export const SessionQuery = PageQuery.extend({
  status: JobStatus.optional(),
  /** `name=value`: of sessions that have this label. */
  label: z.string().min(3).max(160).optional(),
});

/** An API function answers within 29 s. */
export const longestSessionWaitSeconds = 20;
const seconds = z.coerce.number().int().min(0).max(longestSessionWaitSeconds);

export const SessionWait = z.strictObject({
  /** Until it has a device and waits for its user. */
  wait: seconds.default(0),
});

export const ObservationQuery = z.strictObject({
  /** `true`: look again, which is a step of the session; else the screen after its last action. */
  look: z.enum(["true", "false"]).default("false"),
  wait: seconds.default(longestSessionWaitSeconds),
});

export const SessionAct = z.strictObject({
  /** Of the one list of actions (docs/agent-answer.schema.json), done in order until one goes wrong. */
  actions: z.array(StoredAction).min(1).max(mostActions),
  /** Kept with the step. */
  thinking: SafeText.max(20_000).default(""),
  /** How long the next observation is waited for. */
  waitSeconds: z.int().min(0).max(longestSessionWaitSeconds).default(longestSessionWaitSeconds),
});
export type SessionAct = z.infer<typeof SessionAct>;

export const SessionDo = z.strictObject({
  /** What to do next, in words: a tap, a few taps, some text. */
  instruction: SessionInstruction.shape.text,
  waitSeconds: z.int().min(0).max(longestSessionWaitSeconds).default(longestSessionWaitSeconds),
});

const DoneAction = z.object({ action: StoredAction, outcome: ActionOutcome.optional() });

/** The executed actions and the current screen. */
export const SessionTurn = z
  .object({
    stepNumber: z.int(),
    /** `pending`: it continues; GET /v1/sessions/{id}/observation waits for it. `unusable`: no action came of the words. */
    status: z.enum(["done", "denied", "pending", "unusable"]),
    reason: z.string().optional(),
    thinking: z.string().optional(),
    actions: z.array(DoneAction),
    outcome: ActionOutcome.optional(),
    screenChanged: z.boolean().optional(),
    /** Null: not yet, or the session has ended. */
    observation: TurnObservation.nullable(),
    session: SessionResponse,
  })
  .meta({ id: "SessionTurn" });
export type SessionTurn = z.infer<typeof SessionTurn>;

export const SessionObservation = z.object({
  turnId: TurnId.nullable(),
  /** Null while it waits for a device or is busy. */
  observation: TurnObservation.nullable(),
  session: SessionResponse,
});
export type SessionObservation = z.infer<typeof SessionObservation>;

export const SessionUpload = z
  .object({
    uploadId: UploadId,
    url: z.url(),
    fields: z.record(z.string(), z.string()),
    maxBytes: z.int(),
    expiresAt: Timestamp,
  })
  .meta({ id: "SessionUpload" });

export const FileQuery = z.strictObject({ path: DevicePath });
export const FileRequest = z.strictObject({ path: DevicePath, uploadId: UploadId });
/** `links.file`: its bytes, for five minutes. */
export const FileResponse = z
  .object({ path: z.string(), bytes: z.int(), links: Links })
  .meta({ id: "FileResponse" });

export const LogcatQuery = z.strictObject({
  lines: z.coerce.number().int().min(1).max(mostLogLines).default(200),
  tag: z
    .string()
    .regex(/^[\w.$/-]{1,80}$/, "must be a log tag: letters, digits and . _ $ / -")
    .optional(),
  level: z.enum(["V", "D", "I", "W", "E", "F"]).default("V"),
});

export const AdbPortRequest = z.strictObject({
  /** The port closes after this time without a connection; another request keeps it open. */
  holdSeconds: z.int().min(10).max(600).default(120),
});

export const AdbPortResponse = AdbPortAnswer;
