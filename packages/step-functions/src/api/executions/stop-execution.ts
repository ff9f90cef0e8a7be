import { abortExecution } from "../../engine/executions/abort-execution.ts";
import { change } from "../action.ts";
import { errors } from "../api-error.ts";
import { executionArnOf, optionalText, seconds } from "../request.ts";

/** Stopping what has ended already answers with the time it ended. */
export const stopExecution = change((engine, request) => {
  const arn = executionArnOf(request);
  const error = optionalText(request, "error");
  const cause = optionalText(request, "cause");
  const running = engine.byArn.get(arn);
  if (running !== undefined) {
    abortExecution(engine, running, {
      ...(error === undefined ? {} : { error }),
      ...(cause === undefined ? {} : { cause }),
    });
  }
  const record = running?.record ?? engine.findRecord(arn);
  if (record === undefined) throw errors.executionDoesNotExist(arn);
  return { stopDate: seconds(record.stopMs ?? engine.clock.now()) };
});
