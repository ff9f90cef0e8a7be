import { redrive } from "../../engine/executions/redrive.ts";
import { change } from "../action.ts";
import { ApiError, errors } from "../api-error.ts";
import { executionArnOf, optionalText, type Request, seconds } from "../request.ts";

/** docs.aws.amazon.com/step-functions/latest/dg/redrive-executions.html: 14 days after the end it is too late. */
const REDRIVE_PERIOD_MS = 14 * 24 * 3_600_000;

export const redriveExecution = change((engine, request) => {
  const arn = executionArnOf(request);
  const now = engine.clock.now();
  const record = engine.findRecord(arn);
  if (record === undefined) throw errors.executionDoesNotExist(arn);
  const token = clientToken(request);
  const before = record.redrives?.find(({ token: used, ms }) => used === token && now - ms <= TOKEN_MS);
  if (before !== undefined) return { redriveDate: seconds(before.ms) };
  const refuse = (reason: string) => new ApiError("ExecutionNotRedrivable", reason);
  if (record.status === "RUNNING" || record.status === "SUCCEEDED") {
    throw refuse(`Execution is ${record.status} and cannot be redriven`);
  }
  if (record.parent?.kind === "mapRun") throw refuse("Execution can only be redriven by its Map Run");
  if (now - (record.stopMs ?? 0) > REDRIVE_PERIOD_MS) {
    throw refuse("The redrive period for this execution has passed");
  }
  const tail = engine.journal.tailOf(record.id);
  if (tail === undefined || tail.lastEventId >= engine.limits.historyEvents - 1) {
    throw refuse("Execution history event limit exceeded");
  }
  return { redriveDate: seconds(redrive(engine, record, tail, { token })) };
});

/** The API's reference: of the last ten tokens that redrove an execution, those of the last 15 minutes are answered as before. */
const TOKEN_MS = 15 * 60_000;

function clientToken(request: Request): string | undefined {
  const token = optionalText(request, "clientToken");
  const refuse = (constraint: string) =>
    errors.validation("clientToken", token ?? "", `Member must have length ${constraint}`);
  if (token === "") throw refuse("greater than or equal to 1");
  if (token !== undefined && token.length > 64) throw refuse("less than or equal to 64");
  return token;
}
