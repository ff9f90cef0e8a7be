import { ArnFormat, type Stack } from "aws-cdk-lib";
import { PolicyStatement, type PolicyStatementProps } from "aws-cdk-lib/aws-iam";
import type { IKey } from "aws-cdk-lib/aws-kms";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import { QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { tenantsPrefix } from "#shared/contracts/farm/keys.ts";
import { stageQueuePrefix } from "#shared/contracts/farm/queue-names.ts";
import type { FunctionPermission } from "#shared/contracts/functions/function-record.ts";
import type { Stage } from "#shared/contracts/values/stage.ts";
import { secondaryIndexes } from "#shared/storage/table/table-definition.ts";
import { defined } from "#shared/values/defined.ts";
import { foreignOutput } from "./stack-names.ts";

/** How the bucket of the storage stack is named in other stacks. */
export const artifactsExport = (stage: Stage): string =>
  foreignOutput(stage, "Storage", "PublishOutputFnGetAttArtifacts82DD59A1Arn203AF0AE");

export interface StoredTable {
  readonly tableName: string;
  readonly tableArn: string;
}

export interface Storage {
  readonly table: StoredTable;
  readonly bucket: Bucket;
  /** What they are encrypted with; undefined: the services' own keys. */
  readonly key: IKey | undefined;
}

/** What somebody does with the storage; nothing else is allowed. */
export type StorageAccess = Extract<FunctionPermission, `${string}-table` | `${string}-artifacts`>;

/** Statements for exactly that access: the table and its indexes by name, artifacts under the tenants' prefix. */
export function storageStatements(
  { table, bucket }: Storage,
  accesses: readonly StorageAccess[],
): readonly PolicyStatement[] {
  const objects = bucket.arnForObjects(`${tenantsPrefix}*`);
  const statements: Readonly<Record<StorageAccess, readonly PolicyStatement[]>> = {
    "read-table": [allow(["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"], tableArns(table))],
    // A transaction is allowed by what it does to each of its items.
    "write-table": [
      allow(["dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem"], [table.tableArn]),
    ],
    "read-artifacts": [
      allow(["s3:GetObject"], [objects]),
      // Without it S3 answers 403 instead of 404 for an object that is not there.
      allow(["s3:ListBucket"], [bucket.bucketArn]),
    ],
    "write-artifacts": [allow(["s3:PutObject"], [objects])],
    "delete-artifacts": [allow(["s3:DeleteObject"], [objects])],
  };
  return accesses.flatMap((access) => statements[access]);
}

/** With its indexes. */
export const tableArns = ({ tableArn }: StoredTable): string[] => [
  tableArn,
  ...secondaryIndexes.map(({ name }) => `${tableArn}/index/${name}`),
];

export const queueEncryption = (encryptionMasterKey: IKey | undefined) =>
  encryptionMasterKey === undefined
    ? { encryption: QueueEncryption.SQS_MANAGED }
    : { encryption: QueueEncryption.KMS, encryptionMasterKey };

/** Queues whose name begins so. */
export const queuesUnder = (stack: Stack, prefix: string): string =>
  stack.formatArn({ service: "sqs", resource: `${prefix}*` });

/** As cdk-nag writes it. */
export const anyQueueOf = (stage: Stage, reason: string) => ({
  id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:sqs:<AWS::Region>:<AWS::AccountId>:${stageQueuePrefix(stage)}*]`,
  reason,
});

/** Secrets by their name; an ARN ends in six characters that nobody chooses. */
export const secretsUnder = (stack: Stack, name: string): string =>
  stack.formatArn({
    service: "secretsmanager",
    resource: "secret",
    resourceName: name,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });

export const allow = (
  actions: string[],
  resources: string[],
  conditions?: PolicyStatementProps["conditions"],
): PolicyStatement => new PolicyStatement({ actions, resources, ...defined({ conditions }) });
