import type { ExecutionRecord } from "../../execution/execution.ts";
import type { ChildResult } from "../../result-writer/child-result.ts";
import { inlineResults } from "../../result-writer/inline-results.ts";
import type { World } from "../world.ts";
import type { MapRun } from "./map-run-progress.ts";

const WRITE_DEADLINE_MS = 15 * 60_000;

/** The state's result as JSON text: the children's outputs in the order of the items, or where they were written. */
export async function collectMapResults(world: World, run: MapRun): Promise<string> {
  const { writer, arn } = run.record;
  if (writer?.arguments === undefined) {
    return JSON.stringify(inlineResults(childResults(world, run), writer?.config));
  }
  const request = {
    arguments: writer.arguments,
    ...(writer.config === undefined ? {} : { config: writer.config }),
    mapRunArn: arn,
    redriveCount: run.record.redriveCount ?? 0,
    signal: AbortSignal.timeout(WRITE_DEADLINE_MS),
  };
  const { writeResults } = await import("../../result-writer/write-results.ts");
  return JSON.stringify(await writeResults(await world.s3(), request, childResults(world, run)));
}

/** Children in the order in which they were started, then those that never were. */
function* childResults(world: World, run: MapRun): Generator<ChildResult> {
  for (const record of world.journal.childrenOf(run.record.arn)) yield finished(record);
  const { childCount = 0 } = run.record;
  for (let index = run.started; index < childCount; index += 1) {
    yield { status: "PENDING", input: JSON.stringify(world.mapRuns.inputOf(run, index)) };
  }
}

function finished(record: ExecutionRecord): ChildResult {
  const { arn, machineArn, name, input, output, error, cause, startMs, express, redriveCount } = record;
  return {
    status: record.status as "SUCCEEDED" | "FAILED" | "TIMED_OUT" | "ABORTED",
    executionArn: arn,
    stateMachineArn: machineArn,
    name,
    input,
    ...(output === undefined ? {} : { output }),
    ...(error === undefined ? {} : { error }),
    ...(cause === undefined ? {} : { cause }),
    startMs,
    stopMs: record.stopMs ?? startMs,
    redriveCount,
    express,
  };
}
