import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { functionNames, functions } from "#shared/contracts/functions/functions.ts";
import { type Resource, resourcesOf } from "./resources-of.ts";
import { synthesised } from "./synthesised.ts";

const { workflow, api } = synthesised();

/** Those that are there whoever the issuer is. */
const deployedNames = functionNames.filter((name) => name !== "add-tenant-claim");
const deployed = (): readonly Resource[] =>
  [workflow, api].flatMap((template) => resourcesOf(template, "AWS::Lambda::Function").map(([, one]) => one));
const environmentOf = ({ Properties }: Resource): readonly string[] => {
  const { Variables = {} } = Object(Properties.Environment);
  return Object.keys(Variables);
};

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
      const policies = resourcesOf(template, "AWS::IAM::Policy");
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
      resourcesOf(workflow, "AWS::IAM::Policy").find(([id]) => id.startsWith("FailDeadLettersRole")) ?? [];
    const actions = JSON.stringify(policy?.Properties.PolicyDocument).match(/"(states|dynamodb|s3):\w+"/g);
    expect(actions).toEqual(['"states:SendTaskFailure"']);
  });

  const reaching = (text: string) =>
    [workflow, api].flatMap((template) =>
      resourcesOf(template, "AWS::IAM::Policy")
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
    const [[, policy] = ["", undefined]] = resourcesOf(workflow, "AWS::IAM::Policy").filter(([id]) =>
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
