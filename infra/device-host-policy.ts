import { Stack, Validations } from "aws-cdk-lib";
import { ManagedPolicy } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { tenantQueuePrefix } from "#shared/contracts/queue-names.ts";
import type { Settings } from "./settings.ts";
import { allow, queuesUnder, type Storage, secretsUnder, storageStatements } from "./storage-access.ts";

/** What the daemon beside the phones may do, for the one tenant whose devices it serves: attach it to the machine's role. */
export function createDeviceHostPolicy(
  scope: Construct,
  storage: Storage,
  { stage, tenant }: Settings,
): ManagedPolicy {
  const stack = Stack.of(scope);
  const queues = queuesUnder(stack, tenantQueuePrefix(stage, tenant));
  const policy = new ManagedPolicy(scope, "DeviceHostPolicy", {
    description:
      "A Drover device host: its queues, its tenant's artifacts and secrets, the table, task callbacks",
    statements: [
      ...storageStatements(
        storage,
        ["read-table", "write-table", "read-artifacts", "write-artifacts"],
        `tenants/${tenant}/*`,
      ),
      allow(
        [
          "sqs:CreateQueue",
          "sqs:GetQueueUrl",
          "sqs:GetQueueAttributes",
          "sqs:SetQueueAttributes",
          "sqs:ReceiveMessage",
          "sqs:DeleteMessage",
          "sqs:ChangeMessageVisibility",
          "sqs:SendMessage",
        ],
        [queues],
      ),
      // What it types for jobs of its tenant; the default key of Secrets Manager needs no further permission.
      allow(["secretsmanager:GetSecretValue"], [secretsUnder(stack, `drover/${stage}/${tenant}/*`)]),
      // A task token is the whole address: the service takes no resource here.
      allow(["states:SendTaskSuccess", "states:SendTaskFailure", "states:SendTaskHeartbeat"], ["*"]),
    ],
  });
  Validations.of(policy).acknowledge(
    {
      id: "AwsSolutions-IAM5[Resource::*]",
      reason: "states:SendTask* takes no resource: the secret task token alone says which task is meant.",
    },
    {
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:sqs:<AWS::Region>:<AWS::AccountId>:${tenantQueuePrefix(stage, tenant)}*]`,
      reason: "A host makes its own queue and its pool's under its tenant's prefix.",
    },
    {
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:secretsmanager:<AWS::Region>:<AWS::AccountId>:secret:drover/${stage}/${tenant}/*]`,
      reason: "A host types secrets of its tenant, whose names come with time, and of no other tenant.",
    },
    {
      id: `AwsSolutions-IAM5[Resource::<Artifacts82DD59A1.Arn>/tenants/${tenant}/*]`,
      reason: "A host writes what its devices show for any job of its tenant, and for no other tenant.",
    },
  );
  return policy;
}
