import * as z from "zod";
import { DeviceId, Timestamp } from "../values/ids.ts";
import { PackageName } from "../values/package-name.ts";
import { Capability } from "./capability.ts";

/** Facts that a device reports when a job starts on it. All are the device's own text, for a model to read. */
export const DeviceFacts = z
  .strictObject({
    manufacturer: z.string().max(100),
    model: z.string().max(200),
    androidRelease: z.string().max(20),
    apiLevel: z.int().min(1),
    /** BCP 47, for example `de-AT`; empty when the device does not say. */
    locale: z.string().max(40),
    /** ISO 3166 of the locale, or else of the mobile network; empty when neither is known. */
    country: z.string().max(3),
    /** IANA name, for example `Europe/Vienna`. */
    timeZone: z.string().max(60),
    /** Null: as the locale has it. */
    uses24HourClock: z.boolean().nullable(),
    densityDpi: z.int().min(1).nullable(),
    /** Of the keyboard that types, for example `com.android.inputmethod.latin/.LatinIME`. */
    inputMethod: z.string().max(300),
  })
  .meta({ id: "DeviceFacts" });
export type DeviceFacts = z.infer<typeof DeviceFacts>;

/** An app that has an icon in the launcher. */
export const AppFacts = z
  .strictObject({
    /** As the launcher shows it in the device's language. */
    label: z.string().min(1).max(80),
    package: PackageName,
    /** Android's number of the version; a long, so kept as text. */
    versionCode: z.string().max(20),
    /** Its purpose in a model's words; empty if the model did not know the app, absent if no model was asked. */
    description: z.string().max(80).optional(),
  })
  .meta({ id: "AppFacts" });
export type AppFacts = z.infer<typeof AppFacts>;

/** Stored once for each time a device is set up for a job; the job points to the latest. */
export const DeviceContext = z.strictObject({
  schemaVersion: z.literal(1),
  deviceId: DeviceId,
  learntAt: Timestamp,
  facts: DeviceFacts,
  /** Requested capabilities that it lacks. */
  missing: z.array(Capability).default([]),
  apps: z.array(AppFacts).max(500),
});
export type DeviceContext = z.infer<typeof DeviceContext>;
