import * as z from "zod";
import { TenantId, Timestamp } from "../values/ids.ts";
import { AppFacts } from "./device-facts.ts";

/** What was found out about one version of an app, kept for the tenant: on every other device it is the same. */
export const KnownApp = AppFacts.extend({
  tenantId: TenantId,
  /** Of the device that was asked: a label has one text for each. */
  locale: z.string().max(40),
  /** How often a model was asked what one can do with it, and before when it is not asked again. */
  describeTries: z.int().min(0).optional(),
  describeAfter: Timestamp.optional(),
});
export type KnownApp = z.infer<typeof KnownApp>;

/** As `KnownApp.locale` has a device's locale. */
export const labelLocale = (locale: string): string => locale || "und";
