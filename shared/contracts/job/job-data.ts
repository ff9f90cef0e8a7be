import * as z from "zod";
import { DevicePath } from "../session/session-call.ts";
import { Timestamp } from "../values/ids.ts";
import { PackageName } from "../values/package-name.ts";
import { SafeText } from "../values/safe-text.ts";

const shortText = SafeText.min(1).max(200);

/** Its own file bytes: text, or base64 for what is none. */
const DataFile = z
  .strictObject({
    path: DevicePath,
    text: SafeText.max(20_000).optional(),
    base64: z.base64().max(60_000).optional(),
  })
  .refine(({ text, base64 }) => (text === undefined) !== (base64 === undefined), {
    error: "must have either 'text' or 'base64'",
  });

const DataContact = z.strictObject({
  name: shortText,
  phones: z.array(shortText).max(5).default([]),
  emails: z.array(shortText).max(5).default([]),
});

/** One that was received. */
const DataMessage = z.strictObject({
  from: shortText,
  text: SafeText.min(1).max(1_600),
  /** Absent: as it is put there. */
  at: Timestamp.optional(),
  read: z.boolean().default(false),
});

const DataEvent = z
  .strictObject({
    title: shortText,
    startsAt: Timestamp,
    endsAt: Timestamp,
    location: shortText.optional(),
    description: SafeText.max(1_000).optional(),
  })
  .refine(({ startsAt, endsAt }) => Date.parse(startsAt) <= Date.parse(endsAt), {
    error: "must not end before it starts",
  });

/** What Android or a host needs to stay in touch with the device. */
const keptSettings =
  /^(adb_.*|development_settings_enabled|device_provisioned|user_setup_complete|default_input_method|enabled_input_methods|stay_on_while_plugged_in|lockscreen\..*|lock_.*)$/;

const DataSetting = z.strictObject({
  namespace: z.enum(["system", "secure", "global"]),
  key: z
    .string()
    .regex(/^[A-Za-z0-9_.:-]{1,200}$/, "must be a setting's name")
    .refine((key) => !keptSettings.test(key), {
      error: "is a setting that the host needs: jobs cannot change it",
    }),
  value: SafeText.max(1_000),
});

/** Statements on a database of an app, done together or not at all. */
const DataSql = z.strictObject({
  package: PackageName,
  /** A file of the app's `databases`. */
  database: z.string().regex(/^\w[\w.-]{0,99}$/, "must be the name of a file, without a path"),
  statements: z.array(SafeText.trim().min(1).max(4_000)).min(1).max(50),
});
export type DataSql = z.infer<typeof DataSql>;

/** What a job's device holds before its agent sees it, by kind. Cleaning takes it away, and looks that it is gone. */
export const JobData = z
  .strictObject({
    files: z.array(DataFile).max(20).default([]),
    contacts: z.array(DataContact).max(50).default([]),
    messages: z.array(DataMessage).max(50).default([]),
    /** In the device's first calendar. */
    calendar: z.array(DataEvent).max(50).default([]),
    settings: z.array(DataSetting).max(30).default([]),
    sql: z.array(DataSql).max(5).default([]),
  })
  .meta({ id: "JobData" });
export type JobData = z.infer<typeof JobData>;

/** It is kept on the job's item. */
export const mostDataBytes = 100 * 1_024;
