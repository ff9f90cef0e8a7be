import { Stack } from "aws-cdk-lib";
import type { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import type { StateMachine } from "aws-cdk-lib/aws-stepfunctions";
import type { Construct } from "constructs";
import { schedulesPrefix, webhookSecretPrefix } from "#shared/contracts/farm/keys.ts";
import { hostQueuePrefixes, poolQueuePrefix, stageQueuePrefix } from "#shared/contracts/farm/queue-names.ts";
import type { FunctionPermission } from "#shared/contracts/functions/function-record.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import type { Stage } from "#shared/contracts/values/stage.ts";
import { type ScheduleParts, scheduleArns } from "../schedules.ts";
import { executionsOf, mapRunsOf } from "../state-machine.ts";
import {
  allow,
  queuesUnder,
  type Storage,
  type StorageAccess,
  secretsUnder,
  storageStatements,
} from "../storage-access.ts";

/** What permissions are about; a function that may do something with what its stack does not have is a mistake. */
export interface PermittedResources {
  readonly stage: Stage;
  readonly storage: Storage;
  readonly modelKeyArns?: readonly string[];
  /** Of the secrets that the project's MCP servers are given. */
  readonly toolKeyArns?: readonly string[];
  /** Whose executions it starts and stops. */
  readonly machines?: readonly StateMachine[];
  /** Of deliveries to webhooks. */
  readonly webhooks?: IQueue;
  /** Whose rounds it steers. */
  readonly batchMachine?: StateMachine;
  /** What schedules are made with. */
  readonly schedules?: ScheduleParts;
}

/** The policy statements of a function's permissions, each on its resource alone. */
export function permissionStatements(
  scope: Construct,
  permissions: readonly FunctionPermission[],
  {
    stage,
    storage,
    modelKeyArns,
    toolKeyArns = [],
    machines,
    batchMachine,
    schedules,
    webhooks,
  }: PermittedResources,
): readonly PolicyStatement[] {
  const stack = Stack.of(scope);
  const hostQueues = () =>
    hostQueuePrefixes(stage, "*" as TenantId).map((prefix) => queuesUnder(stack, prefix));
  const callbacks = storage.bucket.arnForObjects("callbacks/*");
  const uploads = storage.bucket.arnForObjects("uploads/*");
  const keptManifests = storage.bucket.arnForObjects(`${schedulesPrefix}*`);
  const statements: Readonly<
    Record<Exclude<FunctionPermission, StorageAccess>, () => readonly PolicyStatement[]>
  > = {
    "read-model-key": () => [
      allow(["secretsmanager:GetSecretValue"], [...present(modelKeyArns, "the models' keys")]),
    ],
    "run-jobs": () => {
      const started = present(machines, "the machines of jobs");
      return [
        allow(
          ["states:StartExecution"],
          started.map(({ stateMachineArn }) => stateMachineArn),
        ),
        allow(
          ["states:StopExecution"],
          started.map((machine) => executionsOf(stack, machine)),
        ),
      ];
    },
    "start-batches": () => [
      allow(["states:StartExecution"], [present(batchMachine, "the machine of batches").stateMachineArn]),
    ],
    // The role is given to the service with each schedule, and to no other service.
    "make-schedules": () => {
      const made = present(schedules, "the schedules' role");
      return [
        allow(
          ["scheduler:CreateSchedule", "scheduler:UpdateSchedule", "scheduler:DeleteSchedule"],
          [scheduleArns(stack, stage)],
        ),
        allow(["iam:PassRole"], [made.roleArn], {
          StringEquals: { "iam:PassedToService": "scheduler.amazonaws.com" },
        }),
      ];
    },
    "keep-manifests": () => [allow(["s3:PutObject", "s3:GetObject", "s3:DeleteObject"], [keptManifests])],
    "read-kept-manifests": () => [allow(["s3:GetObject"], [keptManifests])],
    "read-executions": () => {
      const read = present(machines, "the machines of jobs");
      return [
        allow(
          ["states:DescribeExecution"],
          read.map((machine) => executionsOf(stack, machine)),
        ),
      ];
    },
    "list-executions": () => {
      const listed = present(machines, "the machines of jobs");
      return [
        allow(
          ["states:ListExecutions"],
          listed.map(({ stateMachineArn }) => stateMachineArn),
        ),
      ];
    },
    // How many children of a round run at once, and how many may fail: the Map Run is found by its execution, and has its own ARN.
    "steer-rounds": () => {
      const steered = present(batchMachine, "the machine of batches");
      return [
        allow(["states:ListMapRuns"], [executionsOf(stack, steered)]),
        allow(["states:DescribeMapRun", "states:UpdateMapRun"], [mapRunsOf(stack, steered)]),
      ];
    },
    "send-commands": () => [allow(["sqs:SendMessage"], [queuesUnder(stack, stageQueuePrefix(stage))])],
    // Looks at what is there before it makes one, and how many jobs wait in it.
    "make-pools": () => [
      allow(
        [
          "sqs:GetQueueUrl",
          "sqs:GetQueueAttributes",
          "sqs:CreateQueue",
          "sqs:SetQueueAttributes",
          "sqs:DeleteQueue",
        ],
        [queuesUnder(stack, poolQueuePrefix(stage, "*" as TenantId))],
      ),
    ],
    "look-at-host-queues": () => [allow(["sqs:GetQueueAttributes"], hostQueues())],
    // Names of queues are listed for a whole account: the service takes no resource there.
    "remove-host-queues": () => [
      allow(["sqs:ListQueues"], ["*"]),
      allow(["sqs:GetQueueAttributes", "sqs:DeleteQueue"], hostQueues()),
    ],
    // Not GetSecretValue: what was stored can only be read by a host.
    "write-secrets": () => [
      allow(
        [
          "secretsmanager:CreateSecret",
          "secretsmanager:PutSecretValue",
          "secretsmanager:RestoreSecret",
          "secretsmanager:DeleteSecret",
        ],
        [secretsUnder(stack, `drover/${stage}/*`)],
      ),
    ],
    "send-webhooks": () => [
      allow(["sqs:SendMessage"], [present(webhooks, "the queue of webhooks").queueArn]),
    ],
    // Apart from what hosts may read; whoever makes one cannot read it.
    "write-webhook-secrets": () => [
      allow(
        ["secretsmanager:CreateSecret", "secretsmanager:PutSecretValue", "secretsmanager:DeleteSecret"],
        [secretsUnder(stack, `${webhookSecretPrefix(stage)}*`)],
      ),
    ],
    "read-webhook-secrets": () => [
      allow(["secretsmanager:GetSecretValue"], [secretsUnder(stack, `${webhookSecretPrefix(stage)}*`)]),
    ],
    "read-callbacks": () => [
      allow(["s3:GetObject"], [callbacks]),
      // Without it S3 answers 403 instead of 404 for a token that is not there; the stop of all jobs lists them.
      allow(["s3:ListBucket"], [storage.bucket.bucketArn]),
    ],
    "write-callbacks": () => [allow(["s3:PutObject", "s3:DeleteObject"], [callbacks])],
    // Whoever has the form that the API signs puts one object there, as its role; it looks whether that has come.
    "accept-uploads": () => [allow(["s3:PutObject", "s3:GetObject"], [uploads])],
    "read-uploads": () => [allow(["s3:GetObject"], [uploads])],
    "read-tool-keys": () =>
      toolKeyArns.length === 0 ? [] : [allow(["secretsmanager:GetSecretValue"], [...toolKeyArns])],
    // A task token is the whole address: the service takes no resource for either of these.
    "answer-tasks": () => [allow(["states:SendTaskSuccess"], ["*"])],
    "fail-tasks": () => [allow(["states:SendTaskFailure"], ["*"])],
  };
  return permissions.flatMap((permission) =>
    isStorageAccess(permission) ? storageStatements(storage, [permission]) : statements[permission](),
  );
}

const isStorageAccess = (permission: FunctionPermission): permission is StorageAccess =>
  permission.endsWith("-table") || permission.endsWith("-artifacts");

export function present<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`a function of this stack needs ${what}, which it does not have`);
  return value;
}
