import type { EventDetails } from "../history/history-event.ts";

/** The names and details with which one kind of task is in the history. */
export interface TaskEvents {
  scheduled(
    request: string,
    limits: TaskLimits,
    region: string,
  ): readonly [type: string, details: EventDetails];
  /** Null where a worker's pick-up is the start. */
  started(): readonly [type: string, details?: EventDetails] | null;
  /** Null where nothing is submitted before the end. */
  submitted(output: string): readonly [type: string, details: EventDetails] | null;
  succeeded(output: string): readonly [type: string, details: EventDetails];
  failed(error: EventDetails): readonly [type: string, details: EventDetails];
  timedOut(error: EventDetails): readonly [type: string, details: EventDetails];
}

export interface TaskLimits {
  readonly timeoutInSeconds?: number;
  readonly heartbeatInSeconds?: number;
  /** Shown, not checked: one machine has one account. */
  readonly taskCredentials?: { readonly roleArn: string };
}

/** `resource` carries the pattern: `sendMessage.waitForTaskToken`. */
export function serviceTaskEvents(resourceType: string, resource: string): TaskEvents {
  const named = { resourceType, resource };
  return {
    scheduled: (parameters, limits, region) => ["TaskScheduled", { ...named, region, parameters, ...limits }],
    started: () => ["TaskStarted", named],
    submitted: (output) => ["TaskSubmitted", { ...named, output }],
    succeeded: (output) => ["TaskSucceeded", { ...named, output }],
    failed: (error) => ["TaskFailed", { ...named, ...error }],
    timedOut: (error) => ["TaskTimedOut", { ...named, ...error }],
  };
}

/** A function named by its own ARN in `Resource`. */
export function functionTaskEvents(resource: string): TaskEvents {
  return {
    scheduled: (input, limits) => ["LambdaFunctionScheduled", { resource, input, ...limits }],
    started: () => ["LambdaFunctionStarted"],
    submitted: () => null,
    succeeded: (output) => ["LambdaFunctionSucceeded", { output }],
    failed: (error) => ["LambdaFunctionFailed", error],
    timedOut: (error) => ["LambdaFunctionTimedOut", error],
  };
}

export function activityTaskEvents(resource: string): TaskEvents {
  return {
    scheduled: (input, limits) => ["ActivityScheduled", { resource, input, ...limits }],
    started: () => null,
    submitted: () => null,
    succeeded: (output) => ["ActivitySucceeded", { output }],
    failed: (error) => ["ActivityFailed", error],
    timedOut: (error) => ["ActivityTimedOut", error],
  };
}
