import { existsSync } from "node:fs";
import path from "node:path";
import { Duration, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  ApplicationLogLevel,
  Architecture,
  Code,
  type ILayerVersion,
  Function as LambdaFunction,
  LoggingFormat,
  type ParamsAndSecretsLayerVersion,
  Runtime,
  SystemLogLevel,
  Tracing,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { configFileName } from "#shared/config/load-project-config.ts";
import { scheduleGroupName } from "#shared/contracts/batch/schedule-event.ts";
import { webhookSecretPrefix } from "#shared/contracts/farm/keys.ts";
import { pascalCase } from "#shared/contracts/farm/machines.ts";
import { hostQueuePrefixes, poolQueuePrefix } from "#shared/contracts/farm/queue-names.ts";
import type { FunctionPermission } from "#shared/contracts/functions/function-record.ts";
import {
  type EnvironmentOf,
  environmentOf,
  type FunctionName,
  functions,
} from "#shared/contracts/functions/functions.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import type { Stage } from "#shared/contracts/values/stage.ts";
import { defined } from "#shared/values/defined.ts";
import { keyStatementOf } from "../customer-key.ts";
import { foreignOutput } from "../stack-names.ts";
import { artifactsExport } from "../storage-access.ts";
import { type PermittedResources, permissionStatements } from "./function-permissions.ts";
import { tracingOf } from "./function-tracing.ts";
import { secretsLayer } from "./secrets-layer.ts";

/** As artifactsExport, the names of the machines whose executions the API stops. */
const machineExports = {
  job: "PublishOutputFnGetAttJobMachine24D87EB1NameC7337DB6",
  workflow: "PublishOutputFnGetAttWorkflowMachineB02A2701Name755812CF",
  roles: "PublishOutputFnGetAttRolesMachine502DCB1CName841EF68B",
  batch: "PublishOutputFnGetAttBatchMachine3E8E8B82Name30D74ADD",
};

/** Context that names the folder of the functions' bundles (bundle-functions.ts). */
export const bundlesContext = "drover:bundles";

interface DroverFunctionProps<Name extends FunctionName> {
  readonly name: Name;
  /** Values of its variables; of others too, which it does not get. */
  readonly values: EnvironmentOf<Name>;
  readonly resources: PermittedResources;
  readonly paramsAndSecrets?: ParamsAndSecretsLayerVersion;
  /** The project's config, for a function that reads it; absent: there is none. */
  readonly config?: ILayerVersion;
}

/** One file of functions/ as a Lambda function with its own role, its own log and nothing it does not need. */
export class DroverFunction<Name extends FunctionName = FunctionName> extends LambdaFunction {
  /** Of contracts/functions.ts. */
  readonly droverName: Name;

  constructor(scope: Construct, props: DroverFunctionProps<Name>) {
    const id = pascalCase(props.name);
    const { timeoutSeconds, memoryMegabytes, permissions, ...record } = functions[props.name];
    const config = "readsConfig" in record ? props.config : undefined;
    const { key } = props.resources.storage;
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      ...defined({ encryptionKey: key }),
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    logGroup.grantWrite(role);
    const tracing = tracingOf(scope);
    for (const statement of permissionStatements(scope, permissions, props.resources))
      role.addToPolicy(statement);
    for (const statement of keyStatementOf(Stack.of(scope), key, permissions)) role.addToPolicy(statement);
    for (const statement of tracing.statements) role.addToPolicy(statement);
    super(scope, id, {
      code: codeOf(scope, props.name),
      handler: "index.handler",
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      timeout: Duration.seconds(timeoutSeconds),
      memorySize: memoryMegabytes,
      environment: {
        ...environmentOf(props.name, props.values),
        POWERTOOLS_SERVICE_NAME: "drover",
        ...tracing.environment,
        ...(config === undefined ? {} : { DROVER_CONFIG_FILE: `/opt/${configFileName}` }),
      },
      layers: config === undefined ? [] : [config],
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2:
        scope.node.tryGetContext("logLevel") === "debug"
          ? ApplicationLogLevel.DEBUG
          : ApplicationLogLevel.INFO,
      systemLogLevelV2: SystemLogLevel.WARN,
      tracing: Tracing.ACTIVE,
      ...defined({
        paramsAndSecrets:
          props.paramsAndSecrets ?? (tracing.headersSecret === undefined ? undefined : secretsLayer()),
      }),
    });
    this.droverName = props.name;
    acknowledgeWildcards(role, permissions, props.resources.stage);
  }
}

function codeOf(scope: Construct, name: FunctionName): Code {
  const bundles: unknown = scope.node.tryGetContext(bundlesContext);
  return typeof bundles === "string"
    ? Code.fromAsset(bundleOf(bundles, name))
    : Code.fromInline("// A template that is looked at and not deployed.");
}

/** A zip where Drover was built, a folder in a clone. */
function bundleOf(bundles: string, name: FunctionName): string {
  const zip = path.join(bundles, `${name}.zip`);
  return existsSync(zip) ? zip : path.join(bundles, name);
}

/** Each with why it is no wider than it must be. */
function acknowledgeWildcards(role: Role, permissions: readonly FunctionPermission[], stage: Stage): void {
  const bucket = artifactsExport(stage);
  const machine = (name: keyof typeof machineExports) =>
    foreignOutput(stage, "Workflow", machineExports[name]);
  const everyTenant = {
    id: `AwsSolutions-IAM5[Resource::${bucket}/tenants/*]`,
    reason:
      "A function serves every tenant, and objects lie under tenants/<tenant>/jobs/<job>/: which tenant is meant is decided from the verified token.",
  };
  const tracesAndTasks = {
    id: "AwsSolutions-IAM5[Resource::*]",
    reason:
      "X-Ray takes no resource, nor does states:SendTask* of the functions that have it: the secret task token alone says which task is meant.",
  };
  const anyExecution = (["job", "workflow", "roles", "batch"] as const).map((name) => ({
    id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:${machine(name)}:*]`,
    reason: "A job's execution is named after the job, so each has an ARN of its own under its machine's.",
  }));
  const anyRound = {
    id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:mapRun:${machine("batch")}/*]`,
    reason:
      "A batch's rounds get ids that the service makes, each with an ARN of its own under its machine's.",
  };
  const everyPool = {
    id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:sqs:<AWS::Region>:<AWS::AccountId>:${poolQueuePrefix(stage, "*" as TenantId)}*]`,
    reason:
      "Pools are made on demand for whichever tenant the verified token names; their queues begin with stage, tenant and 'pool'.",
  };
  const everyHostQueue = hostQueuePrefixes(stage, "*" as TenantId).map((prefix) => ({
    id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:sqs:<AWS::Region>:<AWS::AccountId>:${prefix}*]`,
    reason: "Hosts of any tenant come and go; their queues begin with stage, tenant and 'host' or 'device'.",
  }));
  const anyName = {
    id: "AwsSolutions-IAM5[Resource::*]",
    reason:
      "sqs:ListQueues takes no resource: it tells names alone, and those of other stages are passed over.",
  };
  const everySecret = {
    id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:secretsmanager:<AWS::Region>:<AWS::AccountId>:secret:drover/${stage}/*]`,
    reason:
      "Secrets lie under drover/<stage>/<tenant>/ and are made by the API, which takes the tenant from the verified token and cannot read a value.",
  };
  const everyWebhook = {
    id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:secretsmanager:<AWS::Region>:<AWS::AccountId>:secret:${webhookSecretPrefix(stage)}*]`,
    reason:
      "Secrets of webhooks lie under drover-webhooks/<stage>/<tenant>/, come with time, and one function serves the webhooks of every tenant.",
  };
  const everyCallback = {
    id: `AwsSolutions-IAM5[Resource::${bucket}/callbacks/*]`,
    reason:
      "The task tokens of waiting jobs lie under callbacks/<tenant>/<job>/, apart from all artifacts; only who keeps and who delivers them reaches that.",
  };
  const everyUpload = {
    id: `AwsSolutions-IAM5[Resource::${bucket}/uploads/*]`,
    reason:
      "Manifests are uploaded under uploads/<tenant>/ to a key that the API makes and signs, and go after a day; the API writes none itself.",
  };
  const everySchedule = {
    id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/${scheduleGroupName(stage)}/*]`,
    reason:
      "Schedules are made and deleted for whichever tenant the verified token names; their group is the deployment's.",
  };
  const everyManifest = {
    id: `AwsSolutions-IAM5[Resource::${bucket}/schedules/*]`,
    reason:
      "What schedules run lies under schedules/<tenant>/<schedule>/, made by the API and read when it is due.",
  };
  Validations.of(role).acknowledge(
    everyTenant,
    tracesAndTasks,
    ...(permissions.some((permission) => permission.endsWith("-uploads")) ? [everyUpload] : []),
    ...(permissions.includes("write-callbacks") ? [everyCallback] : []),
    ...(permissions.includes("write-secrets") ? [everySecret] : []),
    ...(permissions.some((permission) => permission.endsWith("-webhook-secrets")) ? [everyWebhook] : []),
    ...(permissions.includes("make-pools") ? [everyPool] : []),
    ...(permissions.some((permission) => permission.endsWith("-host-queues")) ? everyHostQueue : []),
    ...(permissions.includes("remove-host-queues") ? [anyName] : []),
    ...(permissions.includes("run-jobs") || permissions.includes("read-executions") ? anyExecution : []),
    ...(permissions.includes("steer-rounds") ? [anyRound] : []),
    ...(permissions.includes("make-schedules") ? [everySchedule] : []),
    ...(permissions.some((permission) => permission.endsWith("-manifests")) ? [everyManifest] : []),
  );
}
