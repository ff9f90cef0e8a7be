import { abortExecution } from "../../engine/executions/abort-execution.ts";
import { change } from "../action.ts";
import { machineArn } from "../request.ts";

/** Deleting what is not there succeeds, as it does in the service. Running executions end with the machine. */
export const deleteStateMachine = change((engine, request) => {
  const arn = machineArn(request);
  if (engine.machines.get(arn) === undefined) return {};
  for (const execution of [...engine.executions.values()]) {
    if (execution.record.machineArn === arn) abortExecution(engine, execution, {});
  }
  engine.machines.delete(arn);
  return {};
});
