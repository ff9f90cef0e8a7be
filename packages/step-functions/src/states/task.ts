import type { TaskState } from "../definition/asl.ts";
import { compileLeaving, optionalTemplate } from "../execution/compile-leaving.ts";
import { Payload } from "../execution/payload.ts";
import type { Leaving, Outcome, RunningState } from "../execution/running-state.ts";
import { tooDeep } from "../execution/too-deep.ts";
import type { Settlement, Signal, TaskWait } from "../execution/wait.ts";
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

async function schedule(run: RunningState, task: CompiledTask): Promise<Outcome> {
  const { pattern, events, label, wrap, activityArn } = task.resource;
  if (activityArn !== undefined && !run.hasActivity(activityArn)) {
    const cause = causeInState(run, `The activity ${activityArn} does not exist.`);
    return { kind: "failed", error: "States.Runtime", cause };
  }
  // A nested execution that is awaited has a token as well: whoever is given it may end the wait.
  const token = pattern === "requestResponse" ? undefined : run.newToken();
  const request =
    task.request === null
      ? run.payload.json
      : JSON.stringify(await run.evaluate(task.request, token === undefined ? {} : { taskToken: token }));
  const limits = await taskLimits(run, task);
  if (Payload.ofJson(request).exceeds(run.limits.payloadBytes)) return run.tooLarge(label);
  const attempt = run.record(...events.scheduled(request, limits, run.region));
  const started = events.started();
  if (started !== null) run.record(...started);
  return run.sendTask(taskWait(run, attempt, wrap === undefined ? request : wrap(request), token, limits));
}

async function taskLimits(
  run: RunningState,
  { role, timeout, heartbeat }: CompiledTask,
): Promise<TaskLimits> {
  const positive = { ...secondsRange, min: 1 };
  return {
    ...(role === null ? {} : { taskCredentials: { roleArn: await roleArn(run, role) } }),
    ...(timeout === null ? {} : { timeoutInSeconds: await run.integer(timeout, "TimeoutSeconds", positive) }),
    ...(heartbeat === null
      ? {}
      : { heartbeatInSeconds: await run.integer(heartbeat, "HeartbeatSeconds", positive) }),
  };
}

async function roleArn(run: RunningState, role: Template): Promise<string> {
  return stringField(role, await run.evaluate(role), "Credentials/RoleArn", run);
}

function taskWait(
  run: RunningState,
  attempt: number,
  request: string,
  token: string | undefined,
  { timeoutInSeconds, heartbeatInSeconds }: TaskLimits,
): TaskWait {
  const nowMs = run.now();
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

async function resume(run: RunningState, task: CompiledTask, signal: Signal): Promise<Outcome> {
  if (signal.kind === "submitted") return await submitted(run, task, signal);
  if (signal.kind === "timedOut") return timedOut(run, task, signal.heartbeat);
  if (signal.kind === "settled") return await settled(run, task, signal.settlement);
  throw new Error(`a Task cannot take the signal '${signal.kind}'`);
}

async function submitted(
  run: RunningState,
  task: CompiledTask,
  signal: Signal & { kind: "submitted" },
): Promise<Outcome> {
  const event = task.resource.events.submitted(signal.output);
  if (event !== null) run.record(...event);
  const ended = run.taskSubmitted(signal.childArn);
  return ended === undefined ? { kind: "blocked" } : await settled(run, task, ended);
}

async function settled(run: RunningState, task: CompiledTask, settlement: Settlement): Promise<Outcome> {
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
  const failure = result.exceeds(run.limits.payloadBytes) ? run.tooLarge(label) : tooDeep(run, output);
  if (failure !== undefined) {
    run.record(...events.failed({ error: failure.error, cause: failure.cause }));
    return failure;
  }
  run.record(...events.succeeded(output));
  const { leaving } = task;
  const visible = leaving.output === null && leaving.assign === null ? {} : { result: result.value };
  return await run.leave(task.leaving, visible, result);
}

function timedOut(run: RunningState, task: CompiledTask, heartbeat: boolean): Outcome {
  run.giveUpTask();
  run.record(...task.resource.events.timedOut({ error: "States.Timeout" }));
  // A missed heartbeat is recorded as States.Timeout by the service, yet may be caught by its own name.
  return {
    kind: "failed",
    error: "States.Timeout",
    ...(heartbeat ? { alsoKnownAs: "States.HeartbeatTimeout" } : {}),
  };
}
