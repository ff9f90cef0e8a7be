import { createHash } from "node:crypto";
import { nestsTooDeep, tooDeepMessage } from "../definition/nesting.ts";
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
    send: start,
  };
}

async function start(request: JsonObject, context: SendContext): Promise<Answer> {
  const { origin, pattern, uuid } = context;
  const { StateMachineArn, Name, Input, TraceHeader } = request;
  if (typeof StateMachineArn !== "string") {
    throw new TaskFailure(
      "StepFunctions.InvalidArnException",
      "Invalid Arn: 'StateMachineArn must be a string'",
    );
  }
  const name = typeof Name === "string" ? Name : derivedName(origin);
  const input = typeof Input === "string" ? Input : JSON.stringify(Input ?? {});
  if (nestsTooDeep(input)) {
    const cause = `Invalid State Machine Execution Input: '${tooDeepMessage}' (Service: AWSStepFunctions; Status Code: 400; Error Code: InvalidExecutionInput; Request ID: ${uuid()}; Proxy: null)`;
    throw new TaskFailure("StepFunctions.InvalidExecutionInputException", cause);
  }
  const trace = typeof TraceHeader === "string" ? { traceHeader: TraceHeader } : {};
  const started = await context.startNested({ machineArn: StateMachineArn, name, input, ...trace });
  if (started === "gone") {
    throw new TaskFailure("States.Runtime", "The task that asks for this start waits no more.");
  }
  if (started === "no machine") {
    const cause = `State Machine Does Not Exist: '${StateMachineArn}' (Service: AWSStepFunctions; Status Code: 400; Error Code: StateMachineDoesNotExist; Request ID: ${uuid()}; Proxy: null)`;
    throw new TaskFailure("StepFunctions.StateMachineDoesNotExistException", cause);
  }
  if (started === "name taken") {
    const cause = `Execution Already Exists: '${name}' (Service: AWSStepFunctions; Status Code: 400; Error Code: ExecutionAlreadyExists; Request ID: ${uuid()}; Proxy: null)`;
    throw new TaskFailure("StepFunctions.ExecutionAlreadyExistsException", cause);
  }
  const requestId = uuid();
  const headers = { "x-amzn-RequestId": requestId, "Content-Type": "application/x-amz-json-1.0" };
  const output = JSON.stringify({
    ExecutionArn: started.arn,
    SdkHttpMetadata: {
      AllHttpHeaders: { "x-amzn-RequestId": [requestId], "Content-Type": ["application/x-amz-json-1.0"] },
      HttpHeaders: headers,
      HttpStatusCode: 200,
    },
    SdkResponseMetadata: { RequestId: requestId },
    StartDate: started.startMs,
  });
  return pattern === "sync" ? { output, childArn: started.arn } : { output };
}

/** A name of the shape of a UUID that is the same each time the same attempt asks. */
function derivedName({ executionId, threadId, attempt }: SendContext["origin"]): string {
  const digest = createHash("sha256").update(`${executionId}/${threadId}/${attempt}`).digest("hex");
  return [8, 4, 4, 4, 12]
    .map((length, part) => digest.slice([0, 8, 12, 16, 20][part], ([0, 8, 12, 16, 20][part] ?? 0) + length))
    .join("-");
}
