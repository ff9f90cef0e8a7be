import { read } from "./action.ts";
import { pageSize, pageStart, pageToken, seconds } from "./request.ts";

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
