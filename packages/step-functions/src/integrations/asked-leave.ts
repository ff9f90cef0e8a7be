import type { JsonObject } from "../expression/json-value.ts";
import type { Integration, Integrations, TaskPattern } from "./integration.ts";
import { TaskFailure } from "./task-failure.ts";

/** What a task is about to ask of a service. */
export interface TaskCall {
  readonly machineArn: string;
  readonly executionArn: string;
  /** The middle of its resource's ARN: `lambda:invoke`, `aws-sdk:s3:getObject`. */
  readonly integration: string;
  readonly pattern: TaskPattern;
  /** The evaluated Arguments. */
  readonly request: JsonObject;
}

/** How a task fails that may not ask for this. */
export interface TaskRefusal {
  readonly error: string;
  readonly cause: string;
}

/** Null: the machine's role may do that. */
export type LeaveToCall = (call: TaskCall) => TaskRefusal | null;

/** The same integrations, each of which asks for leave before it sends anything. */
export const withLeave = (integrations: Integrations, leave: LeaveToCall): Integrations =>
  new Map([...integrations].map(([name, integration]) => [name, askingFirst(name, integration, leave)]));

const askingFirst = (name: string, integration: Integration, leave: LeaveToCall): Integration => ({
  ...integration,
  async send(request, context) {
    const { machineArn, executionArn, pattern } = context;
    const refusal = leave({ machineArn, executionArn, integration: name, pattern, request });
    if (refusal !== null) throw new TaskFailure(refusal.error, refusal.cause);
    return integration.send(request, context);
  },
});
