import { RemovalPolicy, type Stack } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { type IKey, Key } from "aws-cdk-lib/aws-kms";
import type { FunctionPermission } from "#shared/contracts/functions/function-record.ts";
import type { Settings } from "./settings.ts";
import { allow } from "./storage-access.ts";

/** The key of whoever deploys, made or named; undefined: each service's own. */
export function customerKey(
  scope: Stack,
  { stage, createKey, kmsKeyArn }: Pick<Settings, "stage" | "createKey" | "kmsKeyArn">,
): IKey | undefined {
  if (kmsKeyArn !== undefined) return Key.fromKeyArn(scope, "Key", kmsKeyArn);
  if (!createKey) return undefined;
  const key = new Key(scope, "Key", {
    alias: `drover-${stage}`,
    description: `Drover ${stage}: table, artifacts, queues, logs and keys of model services`,
    enableKeyRotation: true,
    // What it encrypted would be lost with it.
    removalPolicy: RemovalPolicy.RETAIN,
  });
  const mayEncrypt = ["kms:Decrypt", "kms:GenerateDataKey"];
  // These act for themselves, where the others act for whoever calls them.
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal(`logs.${scope.region}.${scope.urlSuffix}`)],
      actions: [...mayEncrypt, "kms:Encrypt", "kms:ReEncryptFrom", "kms:ReEncryptTo", "kms:DescribeKey"],
      resources: ["*"],
      conditions: {
        ArnLike: {
          "kms:EncryptionContext:aws:logs:arn": scope.formatArn({ service: "logs", resource: "*" }),
        },
      },
    }),
  );
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
      actions: mayEncrypt,
      resources: ["*"],
      conditions: { StringEquals: { "aws:SourceAccount": scope.account } },
    }),
  );
  return key as IKey;
}

type KeyService = "dynamodb" | "s3" | "sqs" | "secretsmanager";

/** The key's use through these services alone. */
export function keyStatement(
  scope: Stack,
  key: IKey | undefined,
  services: readonly KeyService[],
  writes: boolean,
): readonly PolicyStatement[] {
  if (key === undefined || services.length === 0) return [];
  const via = services.map((service) => `${service}.${scope.region}.${scope.urlSuffix}`);
  const actions = ["kms:Decrypt", ...(writes ? ["kms:Encrypt", "kms:GenerateDataKey"] : [])];
  return [allow(actions, [key.keyArn], { StringEquals: { "kms:ViaService": via } })];
}

const services: Readonly<Record<KeyService, RegExp>> = {
  dynamodb: /-table$/,
  s3: /-(artifacts|callbacks|uploads|manifests)$/,
  sqs: /^send-webhooks$/,
  secretsmanager: /^read-model-key$/,
};
const writing = /^(write|delete|keep|accept|send)-/;

/** What a function needs of the key for what it may do. */
export const keyStatementOf = (
  scope: Stack,
  key: IKey | undefined,
  permissions: readonly FunctionPermission[],
): readonly PolicyStatement[] =>
  keyStatement(
    scope,
    key,
    (Object.keys(services) as KeyService[]).filter((service) =>
      permissions.some((permission) => services[service].test(permission)),
    ),
    permissions.some((permission) => writing.test(permission)),
  );
