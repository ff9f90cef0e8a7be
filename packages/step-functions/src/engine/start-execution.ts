import type { Engine } from "./engine.ts";
import type { Execution, ExecutionRecord, ParentLink, ScopePath } from "./execution.ts";
import { finishExecution } from "./finish-execution.ts";
import { Payload } from "./payload.ts";
import { newExecution } from "./thread.ts";

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
export function startExecution(engine: Engine, start: Start): Execution {
  const record: ExecutionRecord = {
    id: engine.takeExecutionId(),
    ...start,
    startMs: engine.clock.now(),
    status: "RUNNING",
    redriveCount: 0,
  };
  const execution = newExecution(
    { record, machine: engine.machines.compiledFor(record), lastEventId: 0, tail: 0 },
    Payload.ofJson(start.input),
  );
  engine.add(execution);
  engine.changes.record(record);
  const roleArn = engine.machines.roleArn(start.revisionId);
  engine.record(execution, 0, "ExecutionStarted", { input: start.input, roleArn });
  armExecutionTimeout(engine, execution);
  engine.ready(execution.root);
  return execution;
}

/** The machine's own TimeoutSeconds, counted from the start or the last redrive; an Express execution has at most five minutes. */
export function armExecutionTimeout(engine: Engine, execution: Execution): void {
  const { record, machine } = execution;
  const seconds = Math.min(
    machine.timeoutSeconds ?? Number.POSITIVE_INFINITY,
    record.express ? engine.limits.expressSeconds : Number.POSITIVE_INFINITY,
  );
  if (seconds === Number.POSITIVE_INFINITY) return;
  const dueMs = (record.redriveMs ?? record.startMs) + seconds * 1000;
  execution.timeout = engine.timers.add(dueMs, () =>
    engine.loop.post(() => finishExecution(engine, execution, { status: "TIMED_OUT" }, 0)),
  );
}
