import { App } from "aws-cdk-lib";
import { Match, Template } from "aws-cdk-lib/assertions";
import { beforeAll, expect, it } from "vitest";
import { alarmNames } from "#infra/alarm-list.ts";
import { addDroverStacks } from "#infra/drover-stacks.ts";
import { settings, synthesised } from "./synthesised.ts";

let operations: Template;
let workflow: Template;
let api: Template;
const stacks = synthesised();
beforeAll(() => {
  operations = Template.fromStack(stacks.operations);
  workflow = Template.fromStack(stacks.workflow);
  api = Template.fromStack(stacks.api);
});

it("rings each alarm on the topic, when it begins and when it ends, and says where to read on", () => {
  const alarms = Object.values(operations.findResources("AWS::CloudWatch::Alarm")).map(
    ({ Properties }) => Properties,
  );
  const named = new Set(alarms.map(({ AlarmName }) => AlarmName.replace(/^drover-prod-|\d+$/g, "")));
  expect([...named]).toEqual(alarmNames);
  for (const { AlarmActions, OKActions, AlarmDescription } of alarms) {
    expect([AlarmActions, OKActions]).toEqual([[{ Ref: expect.any(String) }], [{ Ref: expect.any(String) }]]);
    expect(AlarmDescription).toContain("docs/operations.md");
  }
  operations.resourceCountIs("AWS::SNS::Subscription", 0);
  operations.hasResourceProperties("AWS::CloudWatch::Dashboard", { DashboardName: "drover-prod" });
});

it("hears of Drover's metrics by the stage, and takes silence for trouble of the sweep alone", () => {
  operations.hasResourceProperties("AWS::CloudWatch::Alarm", {
    AlarmName: "drover-prod-HostsSilent",
    Namespace: "Drover",
    MetricName: "SilentHosts",
    Dimensions: [{ Name: "stage", Value: "prod" }],
    TreatMissingData: "notBreaching",
  });
  operations.hasResourceProperties("AWS::CloudWatch::Alarm", {
    AlarmName: "drover-prod-SweepSilent",
    ComparisonOperator: "LessThanThreshold",
    TreatMissingData: "breaching",
  });
});

it("counts what the API refused with 429 in its access log", () => {
  api.hasResourceProperties("AWS::Logs::MetricFilter", {
    FilterPattern: '{ $.status = "429" }',
    MetricTransformations: [Match.objectLike({ MetricName: "ApiThrottled-prod" })],
  });
});

it("sends the executions that broke off to the function that ends what they left", () => {
  workflow.hasResourceProperties("AWS::Events::Rule", {
    EventPattern: {
      source: ["aws.states"],
      "detail-type": ["Step Functions Execution Status Change"],
      detail: {
        status: ["FAILED", "TIMED_OUT", "ABORTED"],
        stateMachineArn: Array(4).fill(Match.anyValue()),
      },
    },
    Targets: [Match.objectLike({ Arn: { "Fn::GetAtt": [Match.stringLikeRegexp("^EndExecution"), "Arn"] } })],
  });
});

it("traces every function, and keeps executions for those that must run", () => {
  for (const template of [workflow, api])
    template.allResourcesProperties("AWS::Lambda::Function", { TracingConfig: { Mode: "Active" } });
  workflow.hasResourceProperties("AWS::Lambda::Function", {
    Timeout: 170,
    ReservedConcurrentExecutions: 360,
  });
  api.hasResourceProperties("AWS::Lambda::Function", { ReservedConcurrentExecutions: 135 });
});

it("tells an e-mail address that is given, and reserves nothing where that is said", () => {
  const context = {
    ...settings,
    ...{ "aws:cdk:bundling-stacks": [], alarmEmail: "you@example.com", accountConcurrency: "10" },
  };
  expect(() => addDroverStacks(new App({ context }))).toThrow(/accountConcurrency 10 is too little/);
  const { operations: told, workflow: unreserved } = addDroverStacks(
    new App({ context: { ...context, reserveConcurrency: "false" } }),
  );
  Template.fromStack(told).hasResourceProperties("AWS::SNS::Subscription", {
    Protocol: "email",
    Endpoint: "you@example.com",
  });
  expect(JSON.stringify(Template.fromStack(unreserved).toJSON())).not.toContain("ReservedConcurrent");
});
