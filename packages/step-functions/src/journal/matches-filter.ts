import type { ExecutionRecord } from "../execution/execution.ts";
import type { ExecutionFilter } from "./journal.ts";

export function mapRunArnOf(record: ExecutionRecord): string | undefined {
  return record.parent?.kind === "mapRun" ? record.parent.mapRunArn : undefined;
}

export function matchesFilter(record: ExecutionRecord, filter: ExecutionFilter): boolean {
  if (filter.beforeId !== undefined && record.id >= filter.beforeId) return false;
  if (filter.status !== undefined && record.status !== filter.status) return false;
  if (filter.mapRunArn !== undefined) return mapRunArnOf(record) === filter.mapRunArn;
  return record.machineArn === filter.machineArn && mapRunArnOf(record) === undefined;
}
