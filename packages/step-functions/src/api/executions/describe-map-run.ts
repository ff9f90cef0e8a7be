import type { Engine } from "../../engine/engine.ts";
import type { Counts } from "../../engine/map-runs/map-run.ts";
import type { MapRun } from "../../engine/map-runs/map-run-progress.ts";
import { read } from "../action.ts";
import { ApiError } from "../api-error.ts";
import { type Request, seconds, text } from "../request.ts";

export function mapRunOf(engine: Engine, request: Request): MapRun {
  const arn = text(request, "mapRunArn");
  const run = engine.mapRuns.get(arn);
  if (run === undefined) throw new ApiError("ResourceNotFound", `Resource not found: '${arn}'`);
  return run;
}

export const describeMapRun = read((engine, request) => {
  const run = mapRunOf(engine, request);
  const { record } = run;
  return {
    mapRunArn: record.arn,
    executionArn: record.executionArn,
    status: record.status,
    startDate: seconds(record.startMs),
    ...(record.stopMs === undefined ? {} : { stopDate: seconds(record.stopMs) }),
    maxConcurrency: record.maxConcurrency,
    toleratedFailurePercentage: record.toleratedFailurePercentage,
    toleratedFailureCount: record.toleratedFailureCount,
    itemCounts: shown(run.items, record.itemCount ?? 0, record.status),
    executionCounts: shown(run.executions, record.childCount ?? 0, record.status),
    redriveCount: record.redriveCount ?? 0,
    ...(record.redriveMs === undefined ? {} : { redriveDate: seconds(record.redriveMs) }),
  };
});

function shown(counts: Counts, total: number, status: string): object {
  const begun = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const ended = begun - counts.running;
  return { ...counts, pending: total - begun, total, resultsWritten: status === "RUNNING" ? 0 : ended };
}
