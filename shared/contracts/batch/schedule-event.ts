import * as z from "zod";
import { TenantId } from "../values/ids.ts";
import type { Stage } from "../values/stage.ts";
import { ScheduleId, ScheduleName } from "./schedule.ts";

/** EventBridge Scheduler's event for a schedule that is due. */
export const ScheduleDue = z.strictObject({
  tenantId: TenantId,
  name: ScheduleName,
  scheduleId: ScheduleId,
  /** To the second, as the service writes it. */
  scheduledAt: z.iso.datetime(),
});
export type ScheduleDue = z.infer<typeof ScheduleDue>;

/** The event of the rule that runs every minute: check runs that nobody ended or started. */
export const scheduleLook = { look: true } as const;
const ScheduleLook = z.strictObject({ look: z.literal(true) });

export const ScheduleCall = z.union([ScheduleDue, ScheduleLook]);

/** Where schedules are made (infra/schedules.ts, local/cloud). */
export const ScheduleTarget = z.strictObject({
  groupName: z.string(),
  functionArn: z.string(),
  roleArn: z.string(),
  deadLetterArn: z.string(),
});
export type ScheduleTarget = z.infer<typeof ScheduleTarget>;

/** Schedules of one deployment are a group. */
export const scheduleGroupName = (stage: Stage): string => `drover-${stage}`;

/** A run that begins later than this is not worth having: the next is near, or somebody asks for it. */
export const mostLateSeconds = 3_600;
export const mostDeliveries = 10;
