import * as z from "zod";
import { AppSource } from "../device/app-source.ts";
import { DevicePath } from "../session/session-call.ts";
import { SafeText } from "../values/safe-text.ts";

/** A line that the device's shell runs, as `adb shell` does; one that ends other than with 0 has failed. */
export const DeviceCommand = SafeText.trim().min(1, "must contain a command").max(4_000);
export type DeviceCommand = z.infer<typeof DeviceCommand>;

/** An app that a job's device was given, as it was. */
export const PreparedApp = z
  .strictObject({
    /** Absent: Android named none. */
    package: z.string().max(223).optional(),
    versionName: z.string().max(100).optional(),
    versionCode: z.string().max(20).optional(),
    /** Of the APK. */
    sha256: z.string(),
    bytes: z.int().min(0),
  })
  .meta({ id: "PreparedApp" });
export type PreparedApp = z.infer<typeof PreparedApp>;

export const mostDeviceCommands = 50;
export const DeviceCommands = z.array(DeviceCommand).max(mostDeviceCommands);

export const mostPreparedApps = 5;

/** What a job's device has before its agent sees it, beside being clean (docs/snapshots.md#groups-of-attempts). Cleaning takes all of it away. */
export const Preparation = z
  .strictObject({
    /** Installed in this order, by a link or as its sender uploaded it (POST /v1/sessions/uploads); none that the device has already. */
    apps: z.array(AppSource).max(mostPreparedApps).default([]),
    /** Written under /sdcard. */
    files: z
      .array(z.strictObject({ path: DevicePath, text: SafeText.max(20_000) }))
      .max(20)
      .default([]),
    /** Run in the device's shell after that, in this order. What apps they name is cleaned with the device. */
    commands: DeviceCommands.default([]),
    /** Run before the device is cleaned, however the job ends. */
    tearDown: DeviceCommands.default([]),
  })
  .meta({ id: "Preparation" });
export type Preparation = z.infer<typeof Preparation>;
