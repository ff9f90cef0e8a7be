import { describeJsonError } from "../../definition/describe-json-error.ts";
import { nestsTooDeep, tooDeepMessage } from "../../definition/nesting.ts";
import type { Engine } from "../../engine/engine.ts";
import { startByName } from "../../engine/executions/start-by-name.ts";
import { change } from "../action.ts";
import { ApiError, errors } from "../api-error.ts";
import { checkedName, checkedSize, machineArn, optionalText, type Request, seconds } from "../request.ts";

export const startExecution = change((engine, request) => {
  const arn = machineArn(request);
  const machine = engine.machines.get(arn);
  if (machine === undefined) throw errors.machineDoesNotExist(arn);
  const name = checkedName(optionalText(request, "name") ?? engine.uuid());
  const input = executionInput(engine, request);
  const traceHeader = optionalText(request, "traceHeader");
  const record = startByName(engine, {
    machine,
    name,
    input,
    ...(traceHeader === undefined ? {} : { traceHeader }),
  });
  if (record === undefined) {
    throw new ApiError("ExecutionAlreadyExists", `Execution Already Exists: '${name}'`);
  }
  return { executionArn: record.arn, startDate: seconds(record.startMs) };
});

/** @throws ApiError when the input is too large or no JSON. */
export function executionInput(engine: Engine, request: Request): string {
  const input = checkedSize("input", optionalText(request, "input") ?? "{}", engine.limits);
  const refuse = (detail: string) =>
    new ApiError("InvalidExecutionInput", `Invalid State Machine Execution Input: '${detail}'`);
  if (nestsTooDeep(input)) throw refuse(tooDeepMessage);
  try {
    JSON.parse(input);
    return input;
  } catch (error) {
    const detail = input.trim() === "" ? "Invalid execution input." : describeJsonError(input, error).message;
    throw refuse(detail);
  }
}
