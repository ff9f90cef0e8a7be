import { Match, type Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { resourcesOf } from "./resources-of.ts";
import { stacksOf, synthesised } from "./synthesised.ts";

const kmsKeyArn = "arn:aws:kms:us-east-1:000000000000:key/0f1e";
const hostPools = { "acme/default": {} };
const named = synthesised({ kmsKeyArn, hostPools });
const { storage, workflow, api, operations } = named;

const properties = (template: Template, type: string) =>
  resourcesOf(template, type).map(([, resource]) => resource.Properties);

/** The statements of a policy whose id begins so that allow the key's use. */
const ofKey = (template: Template, type: string, start: string) =>
  resourcesOf(template, type)
    .filter(([id]) => id.startsWith(start))
    .flatMap(([, { Properties }]) => Object(Properties.PolicyDocument).Statement as object[])
    .filter((statement) => JSON.stringify(statement).includes("kms:"));

const via = (...services: readonly string[]) => ({
  StringEquals: {
    "kms:ViaService": services.map((service) => ({
      "Fn::Join": ["", [`${service}.`, { Ref: "AWS::Region" }, ".", { Ref: "AWS::URLSuffix" }]],
    })),
  },
});

describe("a key of whoever deploys", () => {
  it("encrypts the table, the artifacts, every queue, log, secret and the alarms of the templates", () => {
    expect(properties(storage, "AWS::DynamoDB::Table")).toMatchObject([
      { SSESpecification: { KMSMasterKeyId: kmsKeyArn, SSEType: "KMS" } },
    ]);
    const [bucket] = properties(storage, "AWS::S3::Bucket");
    expect(bucket?.BucketEncryption).toEqual({
      ServerSideEncryptionConfiguration: [
        {
          BucketKeyEnabled: true,
          ServerSideEncryptionByDefault: { KMSMasterKeyID: kmsKeyArn, SSEAlgorithm: "aws:kms" },
        },
      ],
    });
    const queues = [storage, workflow].flatMap((template) => properties(template, "AWS::SQS::Queue"));
    expect(queues.map(({ KmsMasterKeyId }) => KmsMasterKeyId)).toEqual([kmsKeyArn, kmsKeyArn, kmsKeyArn]);
    const logs = [workflow, api, operations].flatMap((template) =>
      properties(template, "AWS::Logs::LogGroup"),
    );
    expect(logs.length).toBeGreaterThan(30);
    expect(new Set(logs.map(({ KmsKeyId }) => KmsKeyId))).toEqual(new Set([kmsKeyArn]));
    expect(properties(workflow, "AWS::SecretsManager::Secret")).toMatchObject([{ KmsKeyId: kmsKeyArn }]);
    expect(properties(operations, "AWS::SNS::Topic")).toMatchObject([{ KmsMasterKeyId: kmsKeyArn }]);
  });

  it("is used by functions, machines and hosts through the services that they may use, and no other way", () => {
    expect(ofKey(workflow, "AWS::IAM::Policy", "VerifyStepRole")).toEqual([
      {
        Action: "kms:Decrypt",
        Effect: "Allow",
        Resource: kmsKeyArn,
        Condition: via("s3"),
      },
    ]);
    expect(JSON.stringify(ofKey(workflow, "AWS::IAM::Policy", "PredictActionRole"))).toContain(
      "secretsmanager.",
    );
    expect(ofKey(workflow, "AWS::IAM::Policy", "BatchMachineRounds")).toMatchObject([
      { Condition: via("s3") },
    ]);
    expect(ofKey(workflow, "AWS::IAM::Policy", "ScheduleRole")).toMatchObject([{ Condition: via("sqs") }]);
    expect(ofKey(storage, "AWS::IAM::ManagedPolicy", "DeviceHostPolicy")).toMatchObject([
      { Condition: via("dynamodb", "s3") },
    ]);
    // Lambda reads the dead letters as the function that it calls.
    expect(ofKey(workflow, "AWS::IAM::Policy", "FailDeadLettersRole").length).toBeGreaterThan(0);
    expect(ofKey(workflow, "AWS::IAM::Policy", "PlanningMachineRole")).toEqual([]);
  });

  it("is made with rotation, kept for ever, and lets logs and alarms in", () => {
    const { storage: own } = synthesised({ createKey: "true" });
    own.hasResource("AWS::KMS::Key", {
      DeletionPolicy: "Retain",
      Properties: {
        EnableKeyRotation: true,
        KeyPolicy: {
          Statement: Match.arrayWith([
            Match.objectLike({
              Principal: {
                Service: {
                  "Fn::Join": ["", ["logs.", { Ref: "AWS::Region" }, ".", { Ref: "AWS::URLSuffix" }]],
                },
              },
              Condition: { ArnLike: Match.anyValue() },
            }),
            Match.objectLike({ Principal: { Service: "cloudwatch.amazonaws.com" } }),
          ]),
        },
      },
    });
    own.hasResourceProperties("AWS::KMS::Alias", { AliasName: "alias/drover-prod" });
    expect(JSON.stringify(synthesised().storage.toJSON())).not.toContain("kms:");
  });

  it("is one, and named by its ARN", () => {
    expect(() => stacksOf({ kmsKeyArn, createKey: "true" })).toThrow("createKey: creates a key");
    expect(() => stacksOf({ kmsKeyArn: "alias/mine" })).toThrow("kmsKeyArn: must be the ARN of a key");
  });
});
