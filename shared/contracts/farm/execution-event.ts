import * as z from "zod";
import type { MachineName } from "./machines.ts";

/** The end of an execution that failed without a Catch. */
export const BrokenStatus = z.enum(["FAILED", "TIMED_OUT", "ABORTED"]);
export type BrokenStatus = z.infer<typeof BrokenStatus>;

/** The machines whose executions leave something open: a job, with its device, or a batch. */
export const endedMachines = ["job", "workflow", "roles", "batch"] as const satisfies readonly MachineName[];
export type EndedMachine = (typeof endedMachines)[number];

/** The service's name of events about executions. */
export const executionEvents = {
  source: "aws.states",
  detailType: "Step Functions Execution Status Change",
} as const;

/**
 * What end-execution reads of such an event; the rest it asks the service, which knows more and what came since.
 * https://docs.aws.amazon.com/step-functions/latest/dg/eventbridge-integration.html
 */
export const BrokenExecutionEvent = z.object({
  source: z.literal(executionEvents.source),
  "detail-type": z.literal(executionEvents.detailType),
  detail: z.object({ executionArn: z.string().min(1).max(500), status: BrokenStatus }),
});
