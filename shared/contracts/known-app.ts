import * as z from "zod";
import { AppFacts } from "./device-facts.ts";
import { TenantId } from "./ids.ts";

/** What was found out about one version of an app, kept for the tenant: on every other device it is the same. */
export const KnownApp = AppFacts.extend({
  tenantId: TenantId,
  /** Of the device that was asked: a label has one text for each. */
  locale: z.string().max(40),
});
export type KnownApp = z.infer<typeof KnownApp>;
