import { App } from "aws-cdk-lib";
import { Match, Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { addDroverStacks } from "#infra/drover-stacks.ts";
import { readSettings } from "#infra/settings.ts";
import { functionNames, functions, machineSubstitutions } from "#shared/contracts/functions.ts";
import { machineNames } from "#shared/contracts/machines.ts";
import { tableDefinition } from "#shared/storage/table-definition.ts";
import { settings, synthesised } from "./synthesised.ts";

let storage: Template;
let workflow: Template;
let api: Template;
const stacks = synthesised();
beforeAll(() => {
  storage = Template.fromStack(stacks.storage);
  workflow = Template.fromStack(stacks.workflow);
  api = Template.fromStack(stacks.api);
});

const Resource = z.object({ Properties: z.record(z.string(), z.unknown()) });
type Resource = z.infer<typeof Resource>;
const resources = (template: Template, type: string): readonly (readonly [string, Resource])[] =>
  Object.entries(template.findResources(type)).map(([id, found]) => [id, Resource.parse(found)]);
/** Those that are there whoever the issuer is. */
const deployedNames = functionNames.filter((name) => name !== "add-tenant-claim");
const deployed = (): readonly Resource[] =>
  [workflow, api].flatMap((template) => resources(template, "AWS::Lambda::Function").map(([, one]) => one));
const environmentOf = ({ Properties }: Resource): readonly string[] => {
  const { Variables = {} } = Object(Properties.Environment);
  return Object.keys(Variables);
};

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

describe("functions", () => {
  it("are those of the deployment contract, on Node 24 and arm64, each with its own role and log", () => {
    expect(deployed()).toHaveLength(deployedNames.length);
    for (const { Properties } of deployed()) {
      expect(Properties).toMatchObject({ Runtime: "nodejs24.x", Architectures: ["arm64"] });
    }
    const roles = deployed().map(({ Properties }) => JSON.stringify(Properties.Role));
    const logs = deployed().map(({ Properties }) =>
      JSON.stringify(Object(Properties.LoggingConfig).LogGroup),
    );
    expect(new Set(roles).size).toBe(deployedNames.length);
    expect(new Set(logs).size).toBe(deployedNames.length);
  });

  it.each(deployedNames)("%s gets every variable that it is promised", (name) => {
    const wanted: readonly string[] = functions[name].environment;
    const { timeoutSeconds } = functions[name];
    const fitting = deployed().filter(
      (one) =>
        one.Properties.Timeout === timeoutSeconds &&
        wanted.every((variable) => environmentOf(one).includes(variable)),
    );
    expect(fitting.length).toBeGreaterThan(0);
  });

  it("have no policy with a bare wildcard for actions or resources", () => {
    for (const template of [workflow, api]) {
      const policies = resources(template, "AWS::IAM::Policy");
      for (const [id, { Properties }] of policies.filter(([name]) => !/^[A-Z][a-z]+Machine/.test(name))) {
        // A task token is the whole address, and names of queues are an account's: the services take no resource there.
        const policy = JSON.stringify(Properties.PolicyDocument)
          .replace(
            /\{"Action":"(states:SendTask(Failure|Success)|sqs:ListQueues)","Effect":"Allow","Resource":"\*"\}/,
            "",
          )
          // Nor for traces.
          .replace(
            '{"Action":["xray:PutTraceSegments","xray:PutTelemetryRecords"],"Effect":"Allow","Resource":"*"}',
            "",
          );
        // The executions of the job machine, whose name stands before the colon as a token of CloudFormation's.
        expect(policy.replaceAll('":*"', ""), id).not.toMatch(/"(Action|Resource)":\[?"\*"|:\*"[,\]]/);
      }
    }
  });

  it("[fault D3] have a reader of the dead-letter queue among them, which may fail tasks and nothing else", () => {
    workflow.hasResourceProperties("AWS::Lambda::EventSourceMapping", {
      EventSourceArn: Match.anyValue(),
      FunctionName: { Ref: Match.stringLikeRegexp("^FailDeadLetters") },
      FunctionResponseTypes: ["ReportBatchItemFailures"],
    });
    const [, policy] =
      resources(workflow, "AWS::IAM::Policy").find(([id]) => id.startsWith("FailDeadLettersRole")) ?? [];
    const actions = JSON.stringify(policy?.Properties.PolicyDocument).match(/"(states|dynamodb|s3):\w+"/g);
    expect(actions).toEqual(['"states:SendTaskFailure"']);
  });

  const reaching = (text: string) =>
    [workflow, api].flatMap((template) =>
      resources(template, "AWS::IAM::Policy")
        .filter(([, { Properties }]) => JSON.stringify(Properties.PolicyDocument).includes(text))
        .map(([id]) => id.replace(/RoleDefaultPolicy.*$/, "")),
    );

  it("reach uploaded manifests in the function that signs for them, the one that reads them and the one that puts a schedule's there alone", () => {
    expect(reaching("/uploads/*").sort()).toEqual(["Api", "CheckManifest", "RunSchedule"]);
  });

  it("make schedules by the API alone, which passes their role to EventBridge Scheduler and to nobody else", () => {
    expect(reaching('"scheduler:CreateSchedule"')).toEqual(["Api"]);
    expect(reaching('"iam:PassRole"')).toEqual(["Api"]);
    expect(reaching("/schedules/*").sort()).toEqual(["Api", "RunSchedule"]);
    api.hasResourceProperties("AWS::IAM::Policy", {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Action: "iam:PassRole",
            Condition: { StringEquals: { "iam:PassedToService": "scheduler.amazonaws.com" } },
          }),
        ]),
      },
    });
  });

  it("are called for schedules by a role that EventBridge Scheduler takes on for this deployment's group alone, and that calls one function", () => {
    workflow.hasResourceProperties("AWS::IAM::Role", {
      AssumeRolePolicyDocument: {
        Statement: [
          Match.objectLike({
            Principal: { Service: "scheduler.amazonaws.com" },
            Condition: {
              StringEquals: { "aws:SourceAccount": Match.anyValue(), "aws:SourceArn": Match.anyValue() },
            },
          }),
        ],
      },
    });
    const [[, policy] = ["", undefined]] = resources(workflow, "AWS::IAM::Policy").filter(([id]) =>
      id.startsWith("ScheduleRole"),
    );
    const { Statement: statements } = Object(policy?.Properties.PolicyDocument);
    expect(statements).toMatchObject([{ Action: "lambda:InvokeFunction" }, { Action: "sqs:SendMessage" }]);
    workflow.hasResourceProperties("AWS::Scheduler::ScheduleGroup", { Name: "drover-prod" });
  });

  it("reach task tokens, and answer them, in the functions that keep and deliver them alone", () => {
    // Of PredictAction and SettleRole, those of roles that wait for each other.
    const few = ["Api", "OpenCallback", "PredictAction", "SettleRole"];
    expect(reaching("/callbacks/*").sort()).toEqual(few);
    expect(reaching('"states:SendTaskSuccess"').sort()).toEqual(few);
  });

  it("have the model's key by reference only", () => {
    workflow.resourceCountIs("AWS::SecretsManager::Secret", 1);
    workflow.hasResourceProperties("AWS::Lambda::Function", {
      Environment: {
        Variables: {
          DROVER_DEFAULT_PROVIDER: "anthropic",
          DROVER_MODEL_PROVIDERS: {
            "Fn::Join": ["", Match.arrayWith([Match.stringLikeRegexp('"keySource":"secret:$')])],
          },
        },
      },
      Layers: Match.anyValue(),
    });
  });
});

describe("the state machines", () => {
  it.each(machineNames)(
    "%s is a Standard workflow with every substitution, traced, logged without what task tokens are in",
    (machine) => {
      const arns = { functionArn: (name: string) => name, machineArn: (name: string) => name };
      workflow.resourceCountIs("AWS::StepFunctions::StateMachine", machineNames.length);
      workflow.hasResourceProperties("AWS::StepFunctions::StateMachine", {
        StateMachineType: "STANDARD",
        DefinitionSubstitutions: Object.fromEntries(
          Object.keys(machineSubstitutions(machine, arns)).map((name) => [name, Match.anyValue()]),
        ),
        LoggingConfiguration: { Level: "ALL", IncludeExecutionData: false },
        TracingConfiguration: { Enabled: true },
      });
    },
  );

  it("may start, watch and stop the executions that they wait for, and no others", () => {
    const allowed = (prefix: string): readonly string[] =>
      resources(workflow, "AWS::IAM::Policy")
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
  it("verifies tokens of the given issuer and audience on every route but the description's and a live link's", () => {
    api.hasResourceProperties("AWS::ApiGatewayV2::Authorizer", {
      AuthorizerType: "JWT",
      JwtConfiguration: { Audience: [settings.jwtAudience], Issuer: settings.jwtIssuer },
    });
    const routes = resources(api, "AWS::ApiGatewayV2::Route");
    const kinds = routes.map(([, { Properties }]) => [Properties.RouteKey, Properties.AuthorizationType]);
    expect(kinds.sort()).toEqual([
      ["$default", "JWT"],
      ["GET /openapi.json", "NONE"],
      ["GET /v1/live", "NONE"],
      ["GET /v1/live/screen", "NONE"],
      ["HEAD /openapi.json", "NONE"],
      ["HEAD /v1/live", "NONE"],
      ["HEAD /v1/live/screen", "NONE"],
    ]);
  });

  it("throttles, and logs who called without the token", () => {
    api.hasResourceProperties("AWS::ApiGatewayV2::Stage", {
      DefaultRouteSettings: { ThrottlingBurstLimit: 200, ThrottlingRateLimit: 100 },
      AccessLogSettings: { Format: Match.stringLikeRegexp("authorizer.claims.sub") },
    });
    const [stage] = resources(api, "AWS::ApiGatewayV2::Stage");
    expect(JSON.stringify(stage)).not.toMatch(/authorization/i);
  });
});

describe("the outputs", () => {
  const told = (template: Template) =>
    Object.keys(template.findOutputs("*")).filter((name) => !name.startsWith("Exports"));

  it("tell what one needs next", () => {
    const page = Template.fromStack(stacks.page);
    expect([storage, workflow, api, page].map(told)).toEqual([
      ["Stage", "TableName", "ArtifactsBucketName", "DeviceHostPolicyArn"],
      ["JobMachineArn", "WorkflowMachineArn", "RolesMachineArn", "BatchMachineArn", "AnthropicKeySecretArn"],
      ["ApiUrl"],
      ["ConsoleUrl"],
    ]);
    storage.hasOutput("Stage", { Value: "prod" });
    storage.hasOutput("TableName", { Value: { Ref: Match.stringLikeRegexp("^Table") } });
    storage.hasOutput("DeviceHostPolicyArn", { Value: { Ref: Match.stringLikeRegexp("^DeviceHostPolicy") } });
    workflow.hasOutput("JobMachineArn", { Value: { Ref: Match.stringLikeRegexp("^JobMachine") } });
    workflow.hasOutput("AnthropicKeySecretArn", { Value: { Ref: Match.stringLikeRegexp("^ModelApiKey") } });
    api.hasOutput("ApiUrl", { Value: { "Fn::ImportValue": Match.stringLikeRegexp("ApiEndpoint") } });
    page.hasOutput("ConsoleUrl", {
      Value: { "Fn::Join": ["", ["https://", { "Fn::ImportValue": Match.stringLikeRegexp("DomainName") }]] },
    });
  });
});

it("names nothing as another stage in the same account does", () => {
  const other = synthesised({ stage: "beta" });
  const templates = (made: ReturnType<typeof synthesised>) => [
    made.address,
    made.storage,
    made.workflow,
    made.api,
    made.page,
  ];
  const chosen = (made: ReturnType<typeof synthesised>): readonly string[] =>
    templates(made).flatMap((stack) => {
      const { Resources = {}, Outputs = {} } = Template.fromStack(stack).toJSON();
      return [
        stack.stackName,
        ...Object.values<{ Export?: { Name: string } }>(Outputs).flatMap(
          (output) => output.Export?.Name ?? [],
        ),
        ...Object.values<{ Type: string; Properties?: object }>(Resources).flatMap(
          ({ Type, Properties = {} }) =>
            // Names of a role's own policies are its own too.
            Type === "AWS::IAM::Policy"
              ? []
              : Object.entries(Properties).flatMap(([name, value]) =>
                  /^[A-Z]\w*Name$/.test(name) ? [value] : [],
                ),
        ),
      ].filter((name) => typeof name === "string");
    });
  const [own, others] = [new Set(chosen(stacks)), new Set(chosen(other))];
  expect(own).toContain("drover_prod_dead-letters");
  // Every HTTP API calls its one stage so.
  expect([...own].filter((name) => others.has(name) && name !== "$default")).toEqual([]);
});

it("names every setting that is missing or wrong", () => {
  const bare = new App({ context: { ...settings, jwtIssuer: undefined, jwtAudience: "", stage: "a_b" } });
  expect(() => addDroverStacks(bare)).toThrow(/stage: .*\n.*jwtAudience: .*\n.*jwtIssuer: /);
  for (const host of [
    "issuer.example.com",
    "me.example",
    "login.test",
    "YOUR-ISSUER",
    "your-tenant.eu.auth0.com",
  ]) {
    const unfilled = new App({ context: { ...settings, jwtIssuer: `https://${host}/` } });
    expect(() => addDroverStacks(unfilled)).toThrow("jwtIssuer: must be your own token issuer");
  }
});

it.each([
  [{ alarmEmial: "ops@acme.dev" }, "alarmEmial: there is no such setting"],
  [{ cognito: "maybe" }, "cognito: must be true or false"],
  [{ alarmWaitingSeconds: "an hour" }, "alarmWaitingSeconds: must be a number"],
  [{ machineTenants: "acme,beta,acme" }, "machineTenants: must name each once"],
  // Outputs of both would have one name.
  [{ machineTenants: "acme,Acme" }, "machineTenants: must name each once"],
])("refuses %j before a template is written", (given, words) => {
  const app = new App({ context: { ...settings, ...given } });
  expect(() => addDroverStacks(app)).toThrow(words);
});

it("takes what CDK puts into its context by itself", () => {
  const own = { "@aws-cdk/core:x": true, "aws:cdk:y": 1, "availability-zones:account=1:region=eu": ["a"] };
  const noted = { "cli-telemetry": false, "acknowledged-issue-numbers": [1] };
  const app = new App({ context: { ...settings, ...own, ...noted, "aws:cdk:bundling-stacks": [] } });
  expect(() => readSettings(app.node)).not.toThrow();
});
