import type { Execution, ExecutionRecord, ParentLink, ScopePath } from "../../execution/execution.ts";
import { Payload } from "../../execution/payload.ts";
import { newExecution } from "../thread.ts";
import type { World } from "../world.ts";
import { finishExecution } from "./finish-execution.ts";

export interface Start {
  readonly arn: string;
  readonly name: string;
  readonly machineArn: string;
  readonly revisionId: number;
  readonly express: boolean;
  readonly input: string;
  readonly parent?: ParentLink;
  readonly scopePath?: ScopePath;
  readonly traceHeader?: string;
}

/** Begins an execution in this turn: its first state runs before the commit that makes it known. */
export function beginExecution(world: World, start: Start): Execution {
  const record: ExecutionRecord = {
    id: world.takeExecutionId(),
    ...start,
    startMs: world.clock.now(),
    status: "RUNNING",
    redriveCount: 0,
  };
  const execution = newExecution(
    { record, machine: world.machines.compiledFor(record), lastEventId: 0, tail: 0 },
    Payload.ofJson(start.input),
  );
  world.add(execution);
  world.changes.record(record);
  const roleArn = world.machines.roleArn(start.revisionId);
  world.record(execution, 0, "ExecutionStarted", { input: start.input, roleArn });
  armExecutionTimeout(world, execution);
  world.ready(execution.root);
  return execution;
}

/** The machine's own TimeoutSeconds, counted from the start or the last redrive; an Express execution has at most five minutes. */
export function armExecutionTimeout(world: World, execution: Execution): void {
  const { record, machine } = execution;
  const seconds = Math.min(
    machine.timeoutSeconds ?? Number.POSITIVE_INFINITY,
    record.express ? world.limits.expressSeconds : Number.POSITIVE_INFINITY,
  );
  if (seconds === Number.POSITIVE_INFINITY) return;
  const dueMs = (record.redriveMs ?? record.startMs) + seconds * 1000;
  execution.timeout = world.timers.add(dueMs, () =>
    world.loop.post(() => finishExecution(world, execution, { status: "TIMED_OUT" }, 0)),
  );
}
