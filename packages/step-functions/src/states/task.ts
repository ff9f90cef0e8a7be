import type { TaskState } from "../definition/asl.ts";
import { compileLeaving, optionalTemplate } from "../definition-compiler/compile-leaving.ts";
import type { Outcome } from "../definition-compiler/compiled.ts";
import { childSettlement } from "../engine/finish-execution.ts";
import { Payload } from "../engine/payload.ts";
import type { Leaving, StateRun } from "../engine/state-run.ts";
import { disarm } from "../engine/thread-waits.ts";
import type { Settlement, Signal, TaskWait } from "../engine/wait.ts";
import type { Template } from "../expression/compile-template.ts";
import { secondsRange, stringField } from "../expression/field-values.ts";
import { causeInState } from "../expression/query-evaluation-error.ts";
import type { Integrations } from "../integrations/integration.ts";
import type { TaskBehaviour } from "./task-behaviour.ts";
import type { TaskLimits } from "./task-events.ts";
import { type TaskResource, taskResource } from "./task-resource.ts";

interface CompiledTask {
  readonly resource: TaskResource;
  readonly leaving: Leaving;
  readonly request: Template | null;
  readonly role: Template | null;
  readonly timeout: Template | null;
  readonly heartbeat: Template | null;
}

export function taskBehaviour(definition: TaskState, integrations: Integrations): TaskBehaviour {
  const task: CompiledTask = {
    resource: taskResource(definition.Resource, integrations),
    leaving: compileLeaving(definition),
    request: optionalTemplate(definition.Arguments, "Arguments"),
    role: optionalTemplate(definition.Credentials?.RoleArn, "Credentials/RoleArn"),
    timeout: optionalTemplate(definition.TimeoutSeconds, "TimeoutSeconds"),
    heartbeat: optionalTemplate(definition.HeartbeatSeconds, "HeartbeatSeconds"),
  };
  const { integration, pattern } = task.resource;
  return {
    integration,
    pattern,
    enter: (run) => schedule(run, task),
    resume: (run, signal) => resume(run, task, signal),
  };
}

async function schedule(run: StateRun, task: CompiledTask): Promise<Outcome> {
  const { engine, thread } = run;
  const { pattern, events, label, wrap, activityArn } = task.resource;
  if (activityArn !== undefined && engine.activities.get(activityArn) === undefined) {
    const cause = causeInState(run, `The activity ${activityArn} does not exist.`);
    return { kind: "failed", error: "States.Runtime", cause };
  }
  const token = pattern === "waitForTaskToken" ? engine.token() : undefined;
  const request =
    task.request === null
      ? thread.input.json
      : JSON.stringify(await run.evaluate(task.request, token === undefined ? {} : { taskToken: token }));
  const limits = await taskLimits(run, task);
  if (Payload.ofJson(request).exceeds(engine.limits.payloadBytes)) return run.tooLarge(label);
  const attempt = run.record(...events.scheduled(request, limits, engine.region));
  const started = events.started();
  if (started !== null) run.record(...started);
  const outcome = run.block(
    taskWait(run, attempt, wrap === undefined ? request : wrap(request), token, limits),
  );
  if (token !== undefined) engine.tokens.set(token, thread);
  engine.dispatchTask(thread);
  return outcome;
}

async function taskLimits(run: StateRun, { role, timeout, heartbeat }: CompiledTask): Promise<TaskLimits> {
  const positive = { ...secondsRange, min: 1 };
  return {
    ...(role === null ? {} : { taskCredentials: { roleArn: await roleArn(run, role) } }),
    ...(timeout === null ? {} : { timeoutInSeconds: await run.integer(timeout, "TimeoutSeconds", positive) }),
    ...(heartbeat === null
      ? {}
      : { heartbeatInSeconds: await run.integer(heartbeat, "HeartbeatSeconds", positive) }),
  };
}

async function roleArn(run: StateRun, role: Template): Promise<string> {
  return stringField(role, await run.evaluate(role), "Credentials/RoleArn", run);
}

function taskWait(
  run: StateRun,
  attempt: number,
  request: string,
  token: string | undefined,
  { timeoutInSeconds, heartbeatInSeconds }: TaskLimits,
): TaskWait {
  const nowMs = run.engine.clock.now();
  const heartbeatMs = heartbeatInSeconds === undefined ? undefined : heartbeatInSeconds * 1000;
  return {
    kind: "task",
    attempt,
    request,
    ...(token === undefined ? {} : { token }),
    ...(timeoutInSeconds === undefined ? {} : { timeoutDueMs: nowMs + timeoutInSeconds * 1000 }),
    ...(heartbeatMs === undefined ? {} : { heartbeatMs, heartbeatDueMs: nowMs + heartbeatMs }),
  };
}

async function resume(run: StateRun, task: CompiledTask, signal: Signal): Promise<Outcome> {
  if (signal.kind === "submitted") return await submitted(run, task, signal);
  if (signal.kind === "timedOut") return timedOut(run, task, signal.heartbeat);
  if (signal.kind === "settled") return await settled(run, task, signal.settlement);
  throw new Error(`a Task cannot take the signal '${signal.kind}'`);
}

async function submitted(
  run: StateRun,
  task: CompiledTask,
  signal: Signal & { kind: "submitted" },
): Promise<Outcome> {
  const { thread, engine } = run;
  const { wait } = thread;
  if (wait?.kind !== "task") return { kind: "blocked" };
  const event = task.resource.events.submitted(signal.output);
  if (event !== null) run.record(...event);
  wait.submitted = true;
  if (signal.childArn !== undefined) wait.childArn = signal.childArn;
  wait.early ??= endOfNested(run, wait);
  if (wait.early === undefined) return { kind: "blocked" };
  disarm(engine, thread);
  thread.wait = null;
  return await settled(run, task, wait.early);
}

/** After a kill, the nested execution may have ended before this task knew its name. */
function endOfNested({ engine }: StateRun, { childArn }: TaskWait): Settlement | undefined {
  if (childArn === undefined || engine.byArn.has(childArn)) return undefined;
  const record = engine.findRecord(childArn);
  return record === undefined ? undefined : childSettlement({ record });
}

async function settled(run: StateRun, task: CompiledTask, settlement: Settlement): Promise<Outcome> {
  const { events, label, shape = (result: string) => result } = task.resource;
  if (!settlement.ok) {
    const { error, cause } = settlement;
    const nested = error === "States.TaskFailed" && cause !== undefined ? shape(cause) : cause;
    const failure = {
      ...(error === undefined ? {} : { error }),
      ...(nested === undefined ? {} : { cause: nested }),
    };
    run.record(...events.failed(failure));
    return { kind: "failed", ...failure };
  }
  const output = shape(settlement.output);
  const result = Payload.ofJson(output);
  if (result.exceeds(run.engine.limits.payloadBytes)) {
    const failure = run.tooLarge(label) as Outcome & { kind: "failed" };
    run.record(...events.failed({ error: failure.error, cause: failure.cause }));
    return failure;
  }
  run.record(...events.succeeded(output));
  const { leaving } = task;
  const visible = leaving.output === null && leaving.assign === null ? {} : { result: result.value };
  return await run.leave(task.leaving, visible, result);
}

function timedOut(run: StateRun, task: CompiledTask, heartbeat: boolean): Outcome {
  run.engine.abandonTask(run.waited);
  run.record(...task.resource.events.timedOut({ error: "States.Timeout" }));
  // A missed heartbeat is recorded as States.Timeout by the service, yet may be caught by its own name.
  return {
    kind: "failed",
    error: "States.Timeout",
    ...(heartbeat ? { alsoKnownAs: "States.HeartbeatTimeout" } : {}),
  };
}
