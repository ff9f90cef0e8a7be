import { read } from "../action.ts";
import { errors } from "../api-error.ts";
import { machineArn, pageSize, pageStart, pageToken, seconds } from "../request.ts";

export const listStateMachines = read((engine, request) => {
  const start = pageStart(request) ?? 0;
  const end = start + pageSize(request);
  const machines = engine.machines.all();
  return {
    stateMachines: machines.slice(start, end).map(({ arn, name, type, createdMs }) => ({
      stateMachineArn: arn,
      name,
      type,
      creationDate: seconds(createdMs),
    })),
    ...(end < machines.length ? { nextToken: pageToken(end) } : {}),
  };
});

/** This engine publishes no versions, so a machine has none: tools that only ask continue. */
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
