import { read } from "../action.ts";
import { errors } from "../api-error.ts";
import { executionArnOf, pageSize, pageStart, pageToken, seconds } from "../request.ts";

export const listMapRuns = read((engine, request) => {
  const arn = executionArnOf(request);
  if (engine.findRecord(arn) === undefined) throw errors.executionDoesNotExist(arn);
  const start = pageStart(request) ?? 0;
  const end = start + pageSize(request);
  const runs = engine.mapRuns.of(arn);
  return {
    mapRuns: runs.slice(start, end).map(({ record }) => ({
      executionArn: arn,
      mapRunArn: record.arn,
      stateMachineArn: record.machineArn,
      startDate: seconds(record.startMs),
      ...(record.stopMs === undefined ? {} : { stopDate: seconds(record.stopMs) }),
    })),
    ...(end < runs.length ? { nextToken: pageToken(end) } : {}),
  };
});
