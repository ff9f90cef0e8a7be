import * as z from "zod";
import { TenantId } from "../values/ids.ts";

const Days = z.int().min(1).max(3_650);

/** How long what ended is kept: jobs with their steps, artifacts and executions, and batches. */
export const Retention = z
  .strictObject({
    days: Days.default(30),
    /** By tenant, for those that keep less. */
    tenants: z.record(TenantId, Days).default({}),
  })
  .refine(({ days, tenants }) => Object.values(tenants).every((own) => own <= days), {
    path: ["tenants"],
    error: "a tenant keeps more than 'days': raise 'days'; a tenant can only keep fewer",
  });
export type Retention = z.infer<typeof Retention>;
