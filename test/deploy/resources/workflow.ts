import { readFileSync } from "node:fs";
import { CreateScheduleGroupCommand } from "@aws-sdk/client-scheduler";
import { CreateStateMachineCommand } from "@aws-sdk/client-sfn";
import * as z from "zod";
import { substituted } from "#local/cloud/step-functions/state-machines.ts";
import type { IamRequest } from "../../infra/iam/evaluate-policy.ts";
import { account } from "../account.ts";
import type { ResourceKind } from "./resource-kind.ts";

const Machine = z.object({
  StateMachineName: z.string().optional(),
  StateMachineType: z.enum(["STANDARD", "EXPRESS"]).default("STANDARD"),
  RoleArn: z.string(),
  DefinitionS3Location: z.object({ Key: z.string() }).optional(),
  DefinitionString: z.string().optional(),
  DefinitionSubstitutions: z.record(z.string(), z.string()).default({}),
  LoggingConfiguration: z.object({ Destinations: z.array(z.unknown()).default([]) }).optional(),
  TracingConfiguration: z.object({ Enabled: z.boolean() }).optional(),
});

/** https://docs.aws.amazon.com/step-functions/latest/dg/cw-logs.html#cloudwatch-iam-policy */
const logDelivery = [
  "logs:CreateLogDelivery",
  "logs:GetLogDelivery",
  "logs:UpdateLogDelivery",
  "logs:DeleteLogDelivery",
  "logs:ListLogDeliveries",
  "logs:PutResourcePolicy",
  "logs:DescribeResourcePolicies",
  "logs:DescribeLogGroups",
];
const tracing = [
  "xray:PutTraceSegments",
  "xray:PutTelemetryRecords",
  "xray:GetSamplingRules",
  "xray:GetSamplingTargets",
];

/** By which the service hears that an execution which another waits for has ended. */
const managedRule = account.arn("events", "rule/StepFunctionsGetEventsForStepFunctionsExecutionRule");

const everywhere = (actions: readonly string[], resource: string): readonly Omit<IamRequest, "context">[] =>
  actions.map((action) => ({ action, resource }));

const machine: ResourceKind = async ({ properties, chosenName }, cloud) => {
  const given = Machine.parse(properties);
  const name = given.StateMachineName ?? chosenName.slice(0, 80);
  const written =
    given.DefinitionString ??
    readFileSync(cloud.assembly.assetOf(given.DefinitionS3Location?.Key ?? ""), "utf8");
  const definition = substituted(written, given.DefinitionSubstitutions);
  const role = cloud.principals.roleOf(given.RoleArn);
  const principal = cloud.principals.assume(role, name, "states.amazonaws.com");
  // What the service itself asks for as it makes a machine; it refuses one whose role lacks any of it.
  cloud.mustBeAllowed(principal, [
    ...((given.LoggingConfiguration?.Destinations.length ?? 0) > 0 ? everywhere(logDelivery, "*") : []),
    ...(given.TracingConfiguration?.Enabled === true ? everywhere(tracing, "*") : []),
    ...(definition.includes("states:startExecution.sync")
      ? everywhere(["events:PutTargets", "events:PutRule", "events:DescribeRule"], managedRule)
      : []),
  ]);
  const { stateMachineArn = "" } = await cloud.admin.sfn.send(
    new CreateStateMachineCommand({ name, type: given.StateMachineType, definition, roleArn: role.arn }),
  );
  cloud.machinePrincipals.set(stateMachineArn, principal);
  return { ref: stateMachineArn, attributes: { Arn: stateMachineArn, Name: name } };
};

const Rule = z.object({
  Name: z.string().optional(),
  State: z.string().default("ENABLED"),
  ScheduleExpression: z.string().optional(),
  EventPattern: z.record(z.string(), z.unknown()).optional(),
  Targets: z.array(z.object({ Arn: z.string(), Input: z.string().optional() })),
});

const rule: ResourceKind = ({ properties, chosenName }, cloud) => {
  const {
    Name = chosenName.slice(0, 64),
    ScheduleExpression,
    EventPattern,
    Targets,
  } = Rule.parse(properties);
  const arn = account.arn("events", `rule/${Name}`);
  for (const { Arn, Input } of Targets)
    cloud.rules.push({
      arn,
      targetArn: Arn,
      schedule: ScheduleExpression,
      pattern: EventPattern,
      ...(Input === undefined ? {} : { input: JSON.parse(Input) }),
    });
  return { ref: Name, attributes: { Arn: arn } };
};

const scheduleGroup: ResourceKind = async ({ properties, chosenName }, { admin }) => {
  const { Name = chosenName } = z
    .strictObject({ Name: z.string().optional(), Tags: z.unknown() })
    .parse(properties);
  const { ScheduleGroupArn: Arn = "" } = await admin.scheduler.send(new CreateScheduleGroupCommand({ Name }));
  return { ref: Name, attributes: { Arn } };
};

export const workflowKinds = {
  "AWS::StepFunctions::StateMachine": machine,
  "AWS::Events::Rule": rule,
  "AWS::Scheduler::ScheduleGroup": scheduleGroup,
} as const satisfies Readonly<Record<string, ResourceKind>>;
