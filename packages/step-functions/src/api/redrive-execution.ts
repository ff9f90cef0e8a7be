import { redrive } from "../engine/redrive.ts";
import { change } from "./action.ts";
import { ApiError, errors } from "./api-error.ts";
import { executionArnOf, seconds } from "./request.ts";

/** docs.aws.amazon.com/step-functions/latest/dg/redrive-executions.html: 14 days after the end it is too late. */
const REDRIVE_PERIOD_MS = 14 * 24 * 3_600_000;

export const redriveExecution = change((engine, request) => {
  const arn = executionArnOf(request);
  const record = engine.findRecord(arn);
  if (record === undefined) throw errors.executionDoesNotExist(arn);
  const refuse = (reason: string) => new ApiError("ExecutionNotRedrivable", reason);
  if (record.status === "RUNNING" || record.status === "SUCCEEDED") {
    throw refuse(`Execution is ${record.status} and cannot be redriven`);
  }
  if (record.parent?.kind === "mapRun") throw refuse("Execution can only be redriven by its Map Run");
  if (engine.clock.now() - (record.stopMs ?? 0) > REDRIVE_PERIOD_MS) {
    throw refuse("The redrive period for this execution has passed");
  }
  const tail = engine.journal.tailOf(record.id);
  if (tail === undefined || tail.lastEventId >= engine.limits.historyEvents - 1) {
    throw refuse("Execution history event limit exceeded");
  }
  return { redriveDate: seconds(redrive(engine, record, tail)) };
});
