import type { ExecutionStatus } from "../../execution/execution.ts";
import { read } from "../action.ts";
import { errors } from "../api-error.ts";
import {
  checkedEnum,
  machineArn,
  optionalText,
  pageSize,
  pageStart,
  pageToken,
  seconds,
} from "../request.ts";
import { mapRunOf } from "./describe-map-run.ts";

/** In the order in which the service lists them when it refuses another. */
const STATUSES: readonly ExecutionStatus[] = [
  "SUCCEEDED",
  "TIMED_OUT",
  "PENDING_REDRIVE",
  "ABORTED",
  "FAILED",
  "RUNNING",
];

/** Newest first. */
export const listExecutions = read((engine, request) => {
  const limit = pageSize(request);
  const mapRunArn = optionalText(request, "mapRunArn");
  const status = checkedEnum(request, "statusFilter", STATUSES);
  if (mapRunArn !== undefined) mapRunOf(engine, request);
  const beforeId = pageStart(request, 3096);
  const of = mapRunArn === undefined ? { machineArn: machineArn(request) } : { mapRunArn };
  if (of.machineArn !== undefined) {
    const machine = engine.machines.get(of.machineArn);
    if (machine === undefined) throw errors.machineDoesNotExist(of.machineArn);
    if (machine.type === "EXPRESS") throw errors.typeNotSupported();
  }
  const records = engine.journal.listExecutions({
    ...of,
    limit: limit + 1,
    ...(status === undefined ? {} : { status }),
    ...(beforeId === undefined ? {} : { beforeId }),
  });
  const page = records.slice(0, limit);
  const last = page.at(-1);
  return {
    executions: page.map((record) => ({
      executionArn: record.arn,
      stateMachineArn: record.machineArn,
      name: record.name,
      status: record.status,
      startDate: seconds(record.startMs),
      ...(record.stopMs === undefined ? {} : { stopDate: seconds(record.stopMs) }),
      redriveCount: record.redriveCount,
      ...(record.parent?.kind === "mapRun" ? { mapRunArn: record.parent.mapRunArn } : {}),
    })),
    ...(records.length > limit && last !== undefined ? { nextToken: pageToken(last.id) } : {}),
  };
});
