import { Stack, Validations } from "aws-cdk-lib";
import { ManagedPolicy, type PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { secretId, tenantPrefix } from "#shared/contracts/farm/keys.ts";
import { hostQueuePrefixes, poolQueuePrefix } from "#shared/contracts/farm/queue-names.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import type { Stage } from "#shared/contracts/values/stage.ts";
import { keyStatement } from "../customer-key.ts";
import { allow, queuesUnder, type Storage, secretsUnder, tableArns } from "../storage-access.ts";

/** The tag of a host's role, or of its session, that says whose devices it serves. */
export const tenantTag = "drover:tenant";

/** IAM puts the tag's value here at every request, so that one policy serves the hosts of every tenant. */
const ownTenant = `\${aws:PrincipalTag/${tenantTag}}` as TenantId;

/**
 * What the daemon beside the phones may do: attach it to the role of its machine, tagged with `drover:tenant`. It reaches that
 * tenant's items, artifacts, queues and secrets; without the tag it reaches nothing (docs/decisions/0132-one-policy-for-all-hosts.md).
 */
export function createDeviceHostPolicy(scope: Construct, storage: Storage, stage: Stage): ManagedPolicy {
  const stack = Stack.of(scope);
  const policy = new ManagedPolicy(scope, "DeviceHostPolicy", {
    description:
      "A Drover device host: items, artifacts, queues and secrets of the tenant in its tag, task callbacks",
    statements: [
      ...itemStatements(storage),
      ...objectStatements(storage),
      ...queueStatements(stack, stage),
      ...keyStatement(stack, storage.key, ["dynamodb", "s3"], true),
      // What it types for jobs of its tenant; the default key of Secrets Manager needs no further permission.
      allow(["secretsmanager:GetSecretValue"], [secretsUnder(stack, secretId(stage, ownTenant, "*"))]),
      // A task token is the whole address: the service takes no resource here.
      allow(["states:SendTaskSuccess", "states:SendTaskFailure", "states:SendTaskHeartbeat"], ["*"]),
    ],
  });
  acknowledge(policy, stage);
  return policy;
}

/** Partition keys, of indexes too, begin with the tenant. A request that names no key has none that could be wrong: it is not allowed. */
function itemStatements({ table }: Storage): readonly PolicyStatement[] {
  const own = {
    "ForAllValues:StringLike": { "dynamodb:LeadingKeys": [`${ownTenant}#*`] },
    Null: { "dynamodb:LeadingKeys": "false" },
  };
  return [
    allow(["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"], tableArns(table), own),
    allow(["dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem"], [table.tableArn], own),
  ];
}

/** Not ListBucket without a prefix: S3 then says 403 instead of 404 for an object that is not there, as a host expects. */
const objectStatements = ({ bucket }: Storage): readonly PolicyStatement[] => [
  allow(["s3:GetObject", "s3:PutObject"], [bucket.arnForObjects(`${tenantPrefix(ownTenant)}*`)]),
  allow(["s3:ListBucket"], [bucket.bucketArn], {
    StringLike: { "s3:prefix": [`${tenantPrefix(ownTenant)}*`] },
  }),
];

/** It works off the pools' queues, which others make; its own and its devices' it makes, sets and removes too. */
function queueStatements(stack: Stack, stage: Stage): readonly PolicyStatement[] {
  const pools = queuesUnder(stack, poolQueuePrefix(stage, ownTenant));
  const own = hostQueuePrefixes(stage, ownTenant).map((prefix) => queuesUnder(stack, prefix));
  const working = [
    "sqs:GetQueueUrl",
    "sqs:GetQueueAttributes",
    "sqs:ReceiveMessage",
    "sqs:DeleteMessage",
    "sqs:ChangeMessageVisibility",
    "sqs:SendMessage",
  ];
  return [
    allow(working, [pools, ...own]),
    allow(["sqs:CreateQueue", "sqs:SetQueueAttributes", "sqs:DeleteQueue"], own),
  ];
}

/** As cdk-nag writes it. */
const tagged = `<aws:PrincipalTag/${tenantTag}>` as TenantId;

function acknowledge(policy: ManagedPolicy, stage: Stage): void {
  const prefixes = [poolQueuePrefix(stage, tagged), ...hostQueuePrefixes(stage, tagged)];
  const queues = prefixes.map((prefix) => ({
    id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:sqs:<AWS::Region>:<AWS::AccountId>:${prefix}*]`,
    reason:
      "Pools, hosts and devices of the host's tenant come with time; their queues begin so, and no other tenant's.",
  }));
  Validations.of(policy).acknowledge(
    {
      id: "AwsSolutions-IAM5[Resource::*]",
      reason: "states:SendTask* takes no resource: the secret task token alone says which task is meant.",
    },
    ...queues,
    {
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:secretsmanager:<AWS::Region>:<AWS::AccountId>:secret:${secretId(stage, tagged, "*")}]`,
      reason: "A host types secrets of its tenant, whose names come with time, and of no other tenant.",
    },
    {
      id: `AwsSolutions-IAM5[Resource::<Artifacts82DD59A1.Arn>/${tenantPrefix(tagged)}*]`,
      reason: "A host writes what its devices show for any job of its tenant, and for no other tenant.",
    },
  );
}
