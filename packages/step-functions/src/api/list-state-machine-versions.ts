import { read } from "./action.ts";
import { errors } from "./api-error.ts";
import { machineArn, pageSize } from "./request.ts";

/** This engine publishes no versions, so a machine has none: tools that only ask go on. */
export const listStateMachineVersions = read((_engine, request) => {
  machineArn(request);
  pageSize(request);
  return { stateMachineVersions: [] };
});

/** As with versions: there are no aliases, and none can be made. */
export const listStateMachineAliases = read((engine, request) => {
  const arn = machineArn(request);
  pageSize(request);
  if (engine.machines.get(arn) === undefined) throw errors.machineDoesNotExist(arn);
  return { stateMachineAliases: [] };
});
