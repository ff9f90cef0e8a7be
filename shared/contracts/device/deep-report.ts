import * as z from "zod";
import { Timestamp } from "../values/ids.ts";

/** What `drover hosts doctor --deep` tries, in its order. */
export const DeepPart = z.enum([
  "device",
  "lease",
  "setUp",
  "tree",
  "image",
  "actions",
  "text",
  "recording",
  "cleaning",
  "snapshot",
  "reboot",
  "asFound",
]);
export type DeepPart = z.infer<typeof DeepPart>;

const tried = {
  part: DeepPart,
  seconds: z.number().min(0),
  expected: z.string(),
  seen: z.string(),
};

/** `notSupported`: the device has no such thing, and jobs can do without. `notTried`: something before it failed, or nobody allowed it. */
export const PartFinding = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("passed"), ...tried }),
    z.strictObject({ kind: z.literal("failed"), ...tried, remedy: z.string() }),
    z.strictObject({ kind: z.literal("notSupported"), ...tried }),
    z.strictObject({ kind: z.literal("notTried"), ...tried }),
  ])
  .meta({ id: "PartFinding" });
export type PartFinding = z.infer<typeof PartFinding>;

/** The report as JSON. No serial is in it: `device.alias` is the same for the same device. */
export const DeepReport = z
  .strictObject({
    schemaVersion: z.literal(1),
    drover: z.string(),
    startedAt: Timestamp,
    seconds: z.number().min(0),
    machine: z.string(),
    /** Facts that are null were not told. */
    device: z.strictObject({
      alias: z.string(),
      manufacturer: z.string().nullable(),
      model: z.string().nullable(),
      android: z.string().nullable(),
      apiLevel: z.int().nullable(),
      build: z.string().nullable(),
    }),
    parts: z.array(PartFinding),
  })
  .meta({ id: "DeepReport" });
export type DeepReport = z.infer<typeof DeepReport>;
