import type { JsonObject } from "../expression/json-value.ts";

/** How a task's end is known: from the answer, from its token, or from the end of what it started. */
export type TaskPattern = "requestResponse" | "waitForTaskToken" | "sync";

/** The task that asks; unique over restarts. */
export interface TaskOrigin {
  readonly executionId: number;
  readonly threadId: number;
  readonly attempt: number;
}

/** The task that is sent, and what an integration may ask of the engine for it. */
export interface SendContext {
  readonly origin: TaskOrigin;
  readonly pattern: TaskPattern;
  readonly executionArn: string;
  readonly machineArn: string;
  /** Size that a task's result may have, in bytes of JSON text. */
  readonly payloadBytes: number;
  readonly uuid: () => string;
  /** Puts the task into an activity's queue; false when it waits no more. */
  offerActivity(activityArn: string, input: string): boolean;
  /**
   * Starts an execution on this engine. That is a change in the same journal: asked for again after a kill, it finds
   * what it started before.
   */
  startNested(start: NestedStart): Promise<NestedExecution | "gone" | "no machine" | "name taken">;
}

export interface NestedStart {
  readonly machineArn: string;
  readonly name: string;
  readonly input: string;
  readonly traceHeader?: string;
}

export interface NestedExecution {
  readonly arn: string;
  readonly startMs: number;
}

export interface Answer {
  /** JSON text of the task's result, or of what TaskSubmitted shows. */
  readonly output: string;
  /** The execution whose end a `.sync` task awaits. */
  readonly childArn?: string;
}

/** One optimised integration, such as `sqs:sendMessage`. */
export interface Integration {
  /** As the history names them: `sqs` and `sendMessage`. */
  readonly resourceType: string;
  readonly resource: string;
  /** Performs the request with the evaluated Arguments; rejects with TaskFailure. It may run twice after a kill. */
  send(request: JsonObject, context: SendContext): Promise<Answer>;
}

/** Integrations by the middle of their resource ARN: `lambda:invoke`, `aws-sdk:s3:getObject`. */
export type Integrations = ReadonlyMap<string, Integration>;
