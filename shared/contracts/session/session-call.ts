import * as z from "zod";
import { LinkedApp } from "../device/app-source.ts";
import { ScreenshotRequest } from "../device/device-tools.ts";
import { HostId, JobId, Timestamp } from "../values/ids.ts";

/** What a session asks of its device beside actions: by its host, for the lease that it names, or not at all. */

/** A file or folder that every app shares, spelt so that it names nothing else. */
export const DevicePath = z
  .string()
  .max(1_000)
  .regex(/^\/sdcard\/[^\0]+$/, "must be a path under /sdcard/")
  .refine((path) => !path.split("/").some((part) => part === "." || part === ".."), {
    error: "must not contain '.' or '..' as a part",
  })
  .meta({ id: "DevicePath" });
export type DevicePath = z.infer<typeof DevicePath>;

/** Larger files go through the adb port. */
export const largestFileBytes = 100 * 1_048_576;
export const mostLogLines = 2_000;

/** A tag's name as logcat takes it, and the least level. */
const LogFilter = z.strictObject({
  tag: z
    .string()
    .regex(/^[\w.$/-]{1,80}$/, "must be a log tag: letters, digits and . _ $ / -")
    .optional(),
  level: z.enum(["V", "D", "I", "W", "E", "F"]).default("V"),
});

const storedKey = z.string().min(1).max(1_024);

export const SessionCall = z.discriminatedUnion("kind", [
  /** Opens the device's adb port, or keeps the one that is open for that much longer. */
  z.strictObject({ kind: z.literal("openAdbPort"), holdSeconds: z.int().min(10).max(600) }),
  z.strictObject({ kind: z.literal("closeAdbPort") }),
  /** A picture of its screen now; for whoever watches, and so no sign of life from its user. */
  z.strictObject({ kind: z.literal("look"), as: ScreenshotRequest.shape.as }),
  z.strictObject({
    kind: z.literal("install"),
    app: z.union([z.strictObject({ key: storedKey }), LinkedApp]),
  }),
  z.strictObject({ kind: z.literal("push"), key: storedKey, path: DevicePath }),
  z.strictObject({ kind: z.literal("pull"), key: storedKey, path: DevicePath }),
  z.strictObject({ kind: z.literal("logcat"), lines: z.int().min(1).max(mostLogLines), filter: LogFilter }),
]);
export type SessionCall = z.infer<typeof SessionCall>;
export type SessionCallOf<K extends SessionCall["kind"]> = Extract<SessionCall, { kind: K }>;

export const SessionRequest = z.strictObject({
  type: z.literal("session"),
  jobId: JobId,
  epoch: z.int().min(1),
  call: SessionCall,
});
export type SessionRequest = z.infer<typeof SessionRequest>;

/** What went through one adb port. */
export const AdbPortUse = z
  .strictObject({
    openedAt: Timestamp,
    closedAt: Timestamp.optional(),
    /** Why it was closed. */
    reason: z.string().max(500).optional(),
    connections: z.int().min(0),
    refused: z.int().min(0),
    /** The latest that it refused, in the words that the client was told. */
    refusals: z.array(z.string().max(200)).max(10),
  })
  .meta({ id: "AdbPortUse" });
export type AdbPortUse = z.infer<typeof AdbPortUse>;

export const AdbPortAnswer = z
  .strictObject({
    /** On the loopback of the host's machine; null: it is closed. */
    port: z.int().min(1).max(65_535).nullable(),
    serial: z.string(),
    hostId: HostId,
    /** The name of the host's machine. */
    machine: z.string().max(255),
    use: AdbPortUse.nullable(),
  })
  .meta({ id: "AdbPortAnswer" });
export type AdbPortAnswer = z.infer<typeof AdbPortAnswer>;

export const FileAnswer = z.strictObject({ path: z.string(), bytes: z.int().min(0) });
export type FileAnswer = z.infer<typeof FileAnswer>;

export const InstallAnswer = z.strictObject({ bytes: z.int().min(0), output: z.string().max(1_000) });
export type InstallAnswer = z.infer<typeof InstallAnswer>;

export const LogcatAnswer = z.strictObject({
  lines: z.array(z.string()),
  /** There were more, or they were too long for an answer. */
  truncated: z.boolean(),
});
export type LogcatAnswer = z.infer<typeof LogcatAnswer>;
