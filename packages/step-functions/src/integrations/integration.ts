import type { Engine } from "../engine/engine.ts";
import type { JsonObject } from "../expression/json-value.ts";

/** How a task's end is known: from the answer, from its token, or from the end of what it started. */
export type TaskPattern = "requestResponse" | "waitForTaskToken" | "sync";

/** The task that asks; unique over restarts. */
export interface TaskOrigin {
  readonly executionId: number;
  readonly threadId: number;
  readonly attempt: number;
}

export interface SendContext {
  readonly engine: Engine;
  readonly origin: TaskOrigin;
  readonly pattern: TaskPattern;
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
