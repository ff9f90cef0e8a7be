import * as z from "zod";
import { DeviceEvent } from "../device/device.ts";
import { PersonAction } from "../device/person-action.ts";
import { Job } from "../job/job.ts";
import { DeviceResponse } from "./responses/device-response.ts";

/** What happened to a device lately. */
export const DeviceHistory = z.object({
  device: DeviceResponse,
  /** When it came out of service and back, newest first, at most 100. */
  events: z.array(DeviceEvent),
  /** What people did on it through the API, newest first, at most 100. */
  actions: z.array(PersonAction),
  /** Jobs that had it, newest first, at most 20 of the tenant's last 500. */
  jobs: z.array(
    z.object(
      Job.pick({
        jobId: true,
        task: true,
        status: true,
        outcome: true,
        verdict: true,
        createdAt: true,
        startedAt: true,
        finishedAt: true,
        stepCount: true,
        lastErrorCode: true,
      }).shape,
    ),
  ),
});
export type DeviceHistory = z.infer<typeof DeviceHistory>;
