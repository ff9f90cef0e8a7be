import type { LeaveToCall, TaskCall, TaskRefusal } from "@drover/step-functions";
import type { IamRequest } from "../infra/iam/evaluate-policy.ts";
import { account } from "./account.ts";
import { denialText, type Principal, type Principals } from "./principals.ts";

type Asked = (call: TaskCall) => readonly Omit<IamRequest, "context">[];

/** What tasks of our machines need leave for, and the name of the error that one without it fails with. */
const integrations: Readonly<Record<string, { readonly asked: Asked; readonly error: string }>> = {
  "lambda:invoke": {
    asked: ({ request }) => [{ action: "lambda:InvokeFunction", resource: String(request.FunctionName) }],
    error: "Lambda.AWSLambdaException",
  },
  "sqs:sendMessage": {
    asked: ({ request }) => [
      {
        action: "sqs:SendMessage",
        resource: account.arn("sqs", String(request.QueueUrl).split("/").at(-1) ?? ""),
      },
    ],
    error: "SQS.AmazonSQSException",
  },
  "states:startExecution": {
    asked: ({ request, pattern }) => [
      { action: "states:StartExecution", resource: String(request.StateMachineArn) },
      ...(pattern === "sync"
        ? ["states:DescribeExecution", "states:StopExecution"].map((action) => ({
            action,
            resource: `${String(request.StateMachineArn).replace(":stateMachine:", ":execution:")}:${request.Name ?? "name"}`,
          }))
        : []),
    ],
    error: "StepFunctions.AccessDeniedException",
  },
};

/** A task asks as its machine's role. */
export const leaveOfRoles =
  (principals: Principals, roleOf: (machineArn: string) => Principal | undefined): LeaveToCall =>
  (call): TaskRefusal | null => {
    const integration = integrations[call.integration];
    // Of a Distributed Map's child the machine's ARN goes on with the Map's label.
    const principal = roleOf(call.machineArn) ?? roleOf(call.machineArn.replace(/\/[^/]*$/, ""));
    if (integration === undefined || principal === undefined)
      return {
        error: "States.Runtime",
        cause: `a rehearsal does not know ${call.integration} of ${call.machineArn}`,
      };
    const denial = principals.refusal(
      principal,
      integration.asked(call).map((one) => ({ ...one, context: {} })),
    );
    return denial === null ? null : { error: integration.error, cause: denialText(denial) };
  };
