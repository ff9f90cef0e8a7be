import { Duration, type Stack } from "aws-cdk-lib";
import { Rule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { StateMachine } from "aws-cdk-lib/aws-stepfunctions";
import { BrokenStatus, type EndedMachine, executionEvents } from "#shared/contracts/farm/execution-event.ts";

/** Calls a function with each execution of the machines that failed. What fails twice more is the sweep's. */
export function onBrokenExecution(
  scope: Stack,
  machines: Readonly<Record<EndedMachine, StateMachine>>,
  target: IFunction,
): void {
  new Rule(scope, "BrokenExecutions", {
    description: "Executions that ended without their last state",
    eventPattern: {
      source: [executionEvents.source],
      detailType: [executionEvents.detailType],
      detail: {
        status: [...BrokenStatus.options],
        stateMachineArn: Object.values(machines).map(({ stateMachineArn }) => stateMachineArn),
      },
    },
    targets: [new LambdaFunction(target, { retryAttempts: 2, maxEventAge: Duration.hours(1) })],
  });
}
