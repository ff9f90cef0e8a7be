import { Match } from "aws-cdk-lib/assertions";
import { expect, it } from "vitest";
import { alarmNames } from "#infra/alarm-list.ts";
import { stacksOf, synthesised } from "./synthesised.ts";

const { operations, workflow, api } = synthesised();
const { operations: withMachines } = synthesised({ hostPools: { "acme/default": {} } });

it("rings each alarm on the topic, when it begins and when it ends, and says where to read on", () => {
  const alarms = Object.values(withMachines.findResources("AWS::CloudWatch::Alarm")).map(
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

it("[fault D33] rings when Step Functions or the table throttles", () => {
  const watched = (name: string) =>
    Object.values(operations.findResources("AWS::CloudWatch::Alarm"))
      .filter(({ Properties }) => Properties.AlarmName === `drover-prod-${name}`)
      .flatMap(({ Properties }) => Properties.Metrics)
      .flatMap(({ MetricStat }) => (MetricStat === undefined ? [] : [MetricStat.Metric]));
  expect(new Set(watched("ExecutionsThrottled").map(({ MetricName }) => MetricName))).toEqual(
    new Set(["ExecutionThrottled"]),
  );
  expect(watched("ExecutionsThrottled")).toHaveLength(4);
  const named = watched("TableThrottled").map(({ MetricName, Dimensions }) =>
    [
      MetricName,
      ...Dimensions.map(({ Name, Value }: { Name: string; Value: unknown }) =>
        Name === "TableName" ? "table" : Value,
      ),
    ].join(" "),
  );
  expect(named.sort()).toEqual([
    "ReadThrottleEvents gsi1 table",
    "ReadThrottleEvents gsi2 table",
    "ReadThrottleEvents table",
    "WriteThrottleEvents gsi1 table",
    "WriteThrottleEvents gsi2 table",
    "WriteThrottleEvents table",
  ]);
});

it("[fault D33] rings when the API is slow at what never waits, when commands lie at a host, and when a machine does not start", () => {
  api.hasResourceProperties("AWS::Logs::MetricFilter", {
    FilterPattern: '{ ($.path = "/v1/jobs*") && ($.path != "*/turn*") }',
    MetricTransformations: [
      Match.objectLike({ MetricName: "ApiMilliseconds-prod", MetricValue: "$.milliseconds" }),
    ],
  });
  api.hasResourceProperties("AWS::ApiGatewayV2::Stage", {
    AccessLogSettings: { Format: Match.stringLikeRegexp('"milliseconds":\\$context.responseLatency}$') },
  });
  operations.hasResourceProperties("AWS::CloudWatch::Alarm", {
    AlarmName: "drover-prod-ApiSlow",
    ExtendedStatistic: "p95",
  });
  operations.hasResourceProperties("AWS::CloudWatch::Alarm", {
    AlarmName: "drover-prod-HostQueueAge",
    MetricName: "OldestCommandSeconds",
    Threshold: 120,
  });
  const launches = { AlarmName: "drover-prod-LaunchesFailed", Namespace: "AWS/Logs" };
  withMachines.hasResourceProperties("AWS::CloudWatch::Alarm", launches);
  withMachines.hasResourceProperties("AWS::Events::Rule", {
    EventPattern: {
      "detail-type": ["EC2 Instance Launch Unsuccessful"],
      detail: { AutoScalingGroupName: ["drover_prod_acme_default"] },
    },
  });
  expect(Object.keys(operations.findResources("AWS::CloudWatch::Alarm", { Properties: launches }))).toEqual(
    [],
  );
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
    MemorySize: 512,
    ReservedConcurrentExecutions: 360,
  });
  api.hasResourceProperties("AWS::Lambda::Function", { ReservedConcurrentExecutions: 135 });
});

it("tells an e-mail address that is given, and reserves nothing unless a scale says so", () => {
  const given = { alarmEmail: "you@example.com", accountConcurrency: "10" };
  expect(() => stacksOf({ ...given, scale: "large" })).toThrow(
    /accountConcurrency 10 is too low for scale=large/,
  );
  const { operations: told, workflow: unreserved } = synthesised({ ...given, scale: undefined });
  told.hasResourceProperties("AWS::SNS::Subscription", {
    Protocol: "email",
    Endpoint: "you@example.com",
  });
  expect(JSON.stringify(unreserved.toJSON())).not.toContain("ReservedConcurrent");
});
