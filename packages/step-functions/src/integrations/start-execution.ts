import { createHash } from "node:crypto";
import { startByName } from "../engine/start-by-name.ts";
import type { JsonObject } from "../expression/json-value.ts";
import type { Answer, Integration, SendContext } from "./integration.ts";
import { TaskFailure } from "./task-failure.ts";

/**
 * `arn:aws:states:::states:startExecution`. Nested executions run on this engine, so the start is not a request to
 * anyone but a change in the same journal: asked for again after a kill, it finds what it started before.
 */
export function startExecutionIntegration(): Integration {
  return {
    resourceType: "states",
    resource: "startExecution",
    send: (request, context) => context.engine.loop.transact(() => start(request, context)),
  };
}

function start(request: JsonObject, { engine, origin, pattern }: SendContext): Answer {
  const thread = engine.executions.get(origin.executionId)?.threads.get(origin.threadId);
  if (thread?.wait?.kind !== "task" || thread.wait.attempt !== origin.attempt) {
    throw new TaskFailure("States.Runtime", "The task that asks for this start waits no more.");
  }
  const { StateMachineArn, Name, Input, TraceHeader } = request;
  if (typeof StateMachineArn !== "string") {
    throw new TaskFailure(
      "StepFunctions.InvalidArnException",
      "Invalid Arn: 'StateMachineArn must be a string'",
    );
  }
  const machine = engine.machines.get(StateMachineArn);
  if (machine === undefined) {
    const cause = `State Machine Does Not Exist: '${StateMachineArn}' (Service: AWSStepFunctions; Status Code: 400; Error Code: StateMachineDoesNotExist; Request ID: ${engine.uuid()}; Proxy: null)`;
    throw new TaskFailure("StepFunctions.StateMachineDoesNotExistException", cause);
  }
  const name = typeof Name === "string" ? Name : derivedName(origin);
  const input = typeof Input === "string" ? Input : JSON.stringify(Input ?? {});
  const parent = { kind: "task" as const, ...origin, awaited: pattern === "sync" };
  const trace = typeof TraceHeader === "string" ? { traceHeader: TraceHeader } : {};
  const record = startByName(engine, { machine, name, input, parent, ...trace });
  if (record === undefined) {
    const cause = `Execution Already Exists: '${name}' (Service: AWSStepFunctions; Status Code: 400; Error Code: ExecutionAlreadyExists; Request ID: ${engine.uuid()}; Proxy: null)`;
    throw new TaskFailure("StepFunctions.ExecutionAlreadyExistsException", cause);
  }
  if (pattern === "sync") {
    // Known from this moment on, so that stopping the task stops the nested execution too.
    thread.wait.childArn = record.arn;
    engine.changes.thread(thread);
  }
  const requestId = engine.uuid();
  const headers = { "x-amzn-RequestId": requestId, "Content-Type": "application/x-amz-json-1.0" };
  const output = JSON.stringify({
    ExecutionArn: record.arn,
    SdkHttpMetadata: {
      AllHttpHeaders: { "x-amzn-RequestId": [requestId], "Content-Type": ["application/x-amz-json-1.0"] },
      HttpHeaders: headers,
      HttpStatusCode: 200,
    },
    SdkResponseMetadata: { RequestId: requestId },
    StartDate: record.startMs,
  });
  return pattern === "sync" ? { output, childArn: record.arn } : { output };
}

/** A name of the shape of a UUID that is the same each time the same attempt asks. */
function derivedName({ executionId, threadId, attempt }: SendContext["origin"]): string {
  const digest = createHash("sha256").update(`${executionId}/${threadId}/${attempt}`).digest("hex");
  return [8, 4, 4, 4, 12]
    .map((length, part) => digest.slice([0, 8, 12, 16, 20][part], ([0, 8, 12, 16, 20][part] ?? 0) + length))
    .join("-");
}
