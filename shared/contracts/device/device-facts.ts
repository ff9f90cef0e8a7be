import * as z from "zod";
import { DeviceId, Timestamp } from "../values/ids.ts";
import { PackageName } from "../values/package-name.ts";
import { Capability } from "./capability.ts";

/** What a device says of itself when a job's work on it begins. All of it is the device's word: text for a model to read. */
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
    /** What one can do with it, in a model's words; empty when the model did not know the app, absent when none was asked. */
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
  /** What it was asked for and cannot do. */
  missing: z.array(Capability).default([]),
  apps: z.array(AppFacts).max(500),
});
export type DeviceContext = z.infer<typeof DeviceContext>;
