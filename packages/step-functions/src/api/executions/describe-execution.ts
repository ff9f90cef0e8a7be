import { redriveStatus } from "../../execution/redrive-status.ts";
import { read } from "../action.ts";
import { errors } from "../api-error.ts";
import { executionArnOf, seconds } from "../request.ts";

export const describeExecution = read((engine, request) => {
  const arn = executionArnOf(request);
  const record = engine.findRecord(arn);
  if (record === undefined) throw errors.executionDoesNotExist(arn);
  const { output, error, cause, stopMs, redriveMs, traceHeader, parent } = record;
  return {
    executionArn: record.arn,
    stateMachineArn: record.machineArn,
    name: record.name,
    status: record.status,
    startDate: seconds(record.startMs),
    ...(stopMs === undefined ? {} : { stopDate: seconds(stopMs) }),
    input: record.input,
    inputDetails: { included: true },
    ...(output === undefined ? {} : { output, outputDetails: { included: true } }),
    ...(error === undefined ? {} : { error }),
    ...(cause === undefined ? {} : { cause }),
    ...(traceHeader === undefined ? {} : { traceHeader }),
    ...(parent?.kind === "mapRun" ? { mapRunArn: parent.mapRunArn } : {}),
    redriveCount: record.redriveCount,
    ...(redriveMs === undefined ? {} : { redriveDate: seconds(redriveMs) }),
    ...redriveStatus(record),
  };
});
