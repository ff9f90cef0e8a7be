import * as z from "zod";
import { TenantId, Timestamp } from "../values/ids.ts";
import { AppFacts } from "./device-facts.ts";

/** Facts about one version of an app, stored for the tenant because they are the same on every device. */
export const KnownApp = AppFacts.extend({
  tenantId: TenantId,
  /** Of the device that was asked: a label has one text for each. */
  locale: z.string().max(40),
  /** How often a model was asked for its purpose, and the earliest time of the next try. */
  describeTries: z.int().min(0).optional(),
  describeAfter: Timestamp.optional(),
});
export type KnownApp = z.infer<typeof KnownApp>;

/** As `KnownApp.locale` has a device's locale. */
export const labelLocale = (locale: string): string => locale || "und";
