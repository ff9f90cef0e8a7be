import { Match, type Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { machineNames } from "#shared/contracts/farm/machines.ts";
import { machineSubstitutions } from "#shared/contracts/functions/functions.ts";
import { tableDefinition } from "#shared/storage/table/table-definition.ts";
import { resourcesOf } from "./resources-of.ts";
import { settings, stacksOf, synthesised, withPool } from "./synthesised.ts";

const stacks = synthesised();
const { storage, workflow, api } = stacks;

describe("storage", () => {
  it("deploys the same table that the local cloud creates", () => {
    const { TableName: _name, ...definition } = tableDefinition("any");
    storage.hasResourceProperties("AWS::DynamoDB::Table", {
      ...definition,
      AttributeDefinitions: Match.arrayWith([...definition.AttributeDefinitions]),
      GlobalSecondaryIndexes: definition.GlobalSecondaryIndexes.map((index) => Match.objectLike(index)),
      TimeToLiveSpecification: { AttributeName: "ttl", Enabled: true },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      DeletionProtectionEnabled: true,
    });
  });

  it("[fault D33] warms the table for the jobs that may think at once, where that is more than every table takes", () => {
    const warmth = (given: Readonly<Record<string, unknown>>) =>
      resourcesOf(synthesised(given).storage, "AWS::DynamoDB::Table").map(
        ([, { Properties }]) => Properties.WarmThroughput,
      );
    expect(warmth({})).toEqual([undefined]);
    expect(warmth({ accountConcurrency: "5000" })).toEqual([
      { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 11_760 },
    ]);
    expect(warmth({ scale: "small", tableWarmReads: "30000", tableWarmWrites: "10000" })).toEqual([
      { ReadUnitsPerSecond: 30_000, WriteUnitsPerSecond: 10_000 },
    ]);
  });

  it("keeps artifacts private, encrypted, behind TLS and for a limited time", () => {
    storage.hasResourceProperties("AWS::S3::Bucket", {
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      BucketEncryption: Match.anyValue(),
      LifecycleConfiguration: {
        Rules: [
          Match.objectLike({ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: "Enabled" }),
          Match.objectLike({ ExpirationInDays: 40, Prefix: "tenants/", Status: "Enabled" }),
          Match.objectLike({ ExpirationInDays: 9, Prefix: "callbacks/", Status: "Enabled" }),
          Match.objectLike({ ExpirationInDays: 1, Prefix: "uploads/", Status: "Enabled" }),
        ],
      },
    });
    storage.hasResourceProperties("AWS::S3::BucketPolicy", {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } }),
        ]),
      },
    });
  });

  it("has two queues, of dead letters and of what webhooks are told: pools get theirs when they are made", () => {
    storage.resourceCountIs("AWS::SQS::Queue", 2);
    storage.hasResourceProperties("AWS::SQS::Queue", {
      QueueName: "drover_prod_webhooks",
      VisibilityTimeout: 180,
      RedrivePolicy: { maxReceiveCount: 5 },
    });
    storage.hasResourceProperties("AWS::SQS::Queue", {
      QueueName: "drover_prod_dead-letters",
      MessageRetentionPeriod: 1_209_600,
    });
  });
});

describe("the state machines", () => {
  it.each(machineNames)("%s is a Standard workflow with every substitution, traced", (machine) => {
    const arns = { functionArn: (name: string) => name, machineArn: (name: string) => name };
    workflow.resourceCountIs("AWS::StepFunctions::StateMachine", machineNames.length);
    workflow.hasResourceProperties("AWS::StepFunctions::StateMachine", {
      StateMachineType: "STANDARD",
      DefinitionSubstitutions: Object.fromEntries(
        Object.keys(machineSubstitutions(machine, arns)).map((name) => [name, Match.anyValue()]),
      ),
      TracingConfiguration: { Enabled: true },
    });
  });

  it("log what failed and no more, to a group of their own, and never what task tokens are in", () => {
    const logged = resourcesOf(workflow, "AWS::StepFunctions::StateMachine").map(
      ([, { Properties }]) => Properties.LoggingConfiguration,
    );
    expect(logged).toEqual(
      machineNames.map(() => ({
        Level: "ERROR",
        IncludeExecutionData: false,
        Destinations: [{ CloudWatchLogsLogGroup: { LogGroupArn: expect.any(Object) } }],
      })),
    );
    expect(new Set(logged.map((one) => JSON.stringify(one))).size).toBe(machineNames.length);
  });

  it("may start, watch and stop the executions that they wait for, and no others", () => {
    const allowed = (prefix: string): readonly string[] =>
      resourcesOf(workflow, "AWS::IAM::Policy")
        .filter(([id]) => id.startsWith(prefix))
        .flatMap(([, { Properties }]) => [
          ...new Set(JSON.stringify(Properties.PolicyDocument).match(/"(states|events):\w+"/g)),
        ])
        .sort();
    const waiting = [
      '"events:DescribeRule"',
      '"events:PutRule"',
      '"events:PutTargets"',
      '"states:DescribeExecution"',
      '"states:StartExecution"',
      '"states:StopExecution"',
    ];
    expect(allowed("JobMachineRole")).toEqual(waiting);
    expect(allowed("JobMachineSuccessors")).toEqual(waiting);
    expect(allowed("WorkflowMachineRole")).toEqual(waiting);
    expect(allowed("PlanningMachineRole")).toEqual([]);
    expect(allowed("RecoveryMachineRole")).toEqual([]);
  });
});

describe("the HTTP API", () => {
  it("verifies tokens of the given issuer and audience on every route but the description's, the schemas' and a live link's", () => {
    api.hasResourceProperties("AWS::ApiGatewayV2::Authorizer", {
      AuthorizerType: "JWT",
      JwtConfiguration: { Audience: [settings.jwtAudience], Issuer: settings.jwtIssuer },
    });
    const routes = resourcesOf(api, "AWS::ApiGatewayV2::Route");
    const kinds = routes.map(([, { Properties }]) => [Properties.RouteKey, Properties.AuthorizationType]);
    expect(kinds.sort()).toEqual([
      ["$default", "JWT"],
      ["GET /openapi.json", "NONE"],
      ["GET /v1/live", "NONE"],
      ["GET /v1/live/screen", "NONE"],
      ["GET /v1/schemas/{file}", "NONE"],
      ["HEAD /openapi.json", "NONE"],
      ["HEAD /v1/live", "NONE"],
      ["HEAD /v1/live/screen", "NONE"],
      ["HEAD /v1/schemas/{file}", "NONE"],
    ]);
  });

  it("gives each public route a share of its own, once the route is there", () => {
    const [[, { Properties }]] = resourcesOf(api, "AWS::ApiGatewayV2::Stage") as [
      readonly [string, { Properties: { RouteSettings: Record<string, unknown> } }],
    ];
    const open = resourcesOf(api, "AWS::ApiGatewayV2::Route").filter(
      ([, { Properties: route }]) => route.AuthorizationType === "NONE",
    );
    expect(open.length).toBe(8);
    expect(Properties.RouteSettings).toEqual(
      Object.fromEntries(
        open.map(([, { Properties: route }]) => [
          route.RouteKey,
          { ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 },
        ]),
      ),
    );
    const [stage] = Object.values(api.findResources("AWS::ApiGatewayV2::Stage"));
    expect(stage?.DependsOn).toEqual(expect.arrayContaining(open.map(([id]) => id)));
  });

  it("throttles, and logs who called without the token", () => {
    api.hasResourceProperties("AWS::ApiGatewayV2::Stage", {
      DefaultRouteSettings: { ThrottlingBurstLimit: 1_000, ThrottlingRateLimit: 1_000 },
      AccessLogSettings: { Format: Match.stringLikeRegexp("authorizer.claims.sub") },
    });
    const [stage] = resourcesOf(api, "AWS::ApiGatewayV2::Stage");
    expect(JSON.stringify(stage)).not.toMatch(/authorization/i);
  });
});

describe("the outputs", () => {
  const told = (template: Template) =>
    Object.keys(template.findOutputs("*")).filter((name) => !name.startsWith("Publish"));

  it("tell what one needs next", () => {
    const { page } = stacks;
    expect([storage, workflow, page].map(told)).toEqual([
      ["Stage", "TableName", "ArtifactsBucketName", "DeviceHostPolicyArn"],
      ["JobMachineArn", "WorkflowMachineArn", "RolesMachineArn", "BatchMachineArn", "AnthropicKeySecretArn"],
      ["ConsoleUrl"],
    ]);
    storage.hasOutput("Stage", { Value: "prod" });
    storage.hasOutput("TableName", { Value: { Ref: Match.stringLikeRegexp("^Table") } });
    storage.hasOutput("DeviceHostPolicyArn", { Value: { Ref: Match.stringLikeRegexp("^DeviceHostPolicy") } });
    workflow.hasOutput("JobMachineArn", { Value: { Ref: Match.stringLikeRegexp("^JobMachine") } });
    workflow.hasOutput("AnthropicKeySecretArn", { Value: { Ref: Match.stringLikeRegexp("^ModelApiKey") } });
    const ofAddress = (name: string) => ({
      "Fn::GetStackOutput": {
        StackName: "Drover-prod-Address",
        Region: { Ref: "AWS::Region" },
        OutputName: Match.stringLikeRegexp(name),
      },
    });
    page.hasOutput("ConsoleUrl", {
      Value: { "Fn::Join": ["", ["https://", ofAddress("DomainName")]] },
    });
  });
});

it("names nothing as another stage in the same account does", () => {
  const chosen = (given: Readonly<Record<string, unknown>>): readonly string[] => {
    const [named, templates] = [stacksOf(given), synthesised(given)];
    return (["firewall", "address", "storage", "workflow", "api", "page"] as const).flatMap((name) => {
      const { Resources = {} } = templates[name].toJSON();
      return [
        named[name]?.stackName,
        ...Object.values<{ Type: string; Properties?: object }>(Resources).flatMap(
          ({ Type, Properties = {} }) =>
            // Names of a role's own policies are its own too.
            Type === "AWS::IAM::Policy"
              ? []
              : Object.entries(Properties).flatMap(([property, value]) =>
                  /^[A-Z]\w*Name$/.test(property) ? [value] : [],
                ),
        ),
      ].filter((text) => typeof text === "string");
    });
  };
  const [own, others] = [new Set(chosen({})), new Set(chosen({ stage: "beta" }))];
  expect(own).toContain("drover_prod_dead-letters");
  // Every HTTP API calls its one stage so.
  expect([...own].filter((name) => others.has(name) && name !== "$default")).toEqual([]);
});

it("[fault D31] exports nothing, so that a stack may change what others refer to", () => {
  const all = synthesised({ ...withPool, hostPools: { "acme/default": {} } });
  const outputs = Object.values(all).flatMap((template) =>
    Object.values<object>(template.toJSON().Outputs ?? {}),
  );
  expect(outputs.length).toBeGreaterThan(50);
  expect(outputs.filter((output) => "Export" in output)).toEqual([]);
});

it("[fault D31] has everything work with a restored table that is named, and keeps the stack's own", () => {
  const {
    storage: kept,
    workflow: working,
    api: answering,
  } = synthesised({ restoredTable: "drover-restored" });
  kept.hasResource("AWS::DynamoDB::Table", {
    DeletionPolicy: "Retain",
    Properties: { DeletionProtectionEnabled: true },
  });
  kept.hasOutput("TableName", { Value: "drover-restored" });
  for (const template of [kept, working, answering])
    expect(JSON.stringify(resourcesOf(template, "AWS::IAM::Policy"))).not.toMatch(
      /PublishOutput\w*Table|"Table[0-9A-F]{8}"/,
    );
  const named = [working, answering].flatMap((template) =>
    resourcesOf(template, "AWS::Lambda::Function").map(
      ([, { Properties }]) => Object(Object(Properties.Environment).Variables).DROVER_TABLE_NAME,
    ),
  );
  expect(new Set(named.filter((name) => name !== undefined))).toEqual(new Set(["drover-restored"]));
});
