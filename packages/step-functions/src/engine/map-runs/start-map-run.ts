import type { ScopePath, Thread } from "../../execution/execution.ts";
import type { MapRunRequest } from "../../execution/map-run-request.ts";
import type { World } from "../world.ts";
import type { MapRunRecord } from "./map-run.ts";

/** The record of a new run of the Distributed Map that the thread is in. */
export function newMapRun(world: World, thread: Thread, request: MapRunRequest): MapRunRecord {
  const { record } = thread.execution;
  const { label = world.uuid(), ...asked } = request;
  const machine = `${record.machineArn.split(":").at(-1)}/${label}`;
  const arn = (kind: string) => `arn:aws:states:${world.region}:${world.accountId}:${kind}:${machine}`;
  return {
    ...asked,
    arn: `${arn("mapRun")}:${world.uuid()}`,
    executionId: record.id,
    executionArn: record.arn,
    threadId: thread.id,
    enteredEventId: thread.enteredEventId,
    machineArn: arn("stateMachine"),
    revisionId: record.revisionId,
    scopePath: scopePathTo(thread),
    startMs: world.clock.now(),
    status: "RUNNING",
  };
}

/** From the revision's root to the scope that the state's children run. */
function scopePathTo(thread: Thread): ScopePath {
  const inner: (readonly [string, number])[] = [[thread.state, 0]];
  for (let current = thread; current.parent !== null; current = current.parent) {
    inner.unshift([current.parent.state, current.branch]);
  }
  return [...(thread.execution.record.scopePath ?? []), ...inner];
}
