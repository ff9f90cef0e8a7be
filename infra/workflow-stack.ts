import path from "node:path";
import { RemovalPolicy, Stack, type StackProps, Validations } from "aws-cdk-lib";
import { type PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { ParamsAndSecretsLayerVersion, ParamsAndSecretsVersions } from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { DefinitionBody, LogLevel, StateMachine, StateMachineType } from "aws-cdk-lib/aws-stepfunctions";
import type { Construct } from "constructs";
import type { EnvironmentOf, FunctionName, JobMachineSubstitutions } from "#shared/contracts/deployment.ts";
import { DroverFunction } from "./drover-function.ts";
import type { Settings } from "./settings.ts";
import { allow, type Storage, type StorageAccess, storageStatements } from "./storage-access.ts";

const definitionFile = path.resolve(import.meta.dirname, "../state-machines/job.asl.json");

interface WorkflowStackProps extends StackProps {
  readonly settings: Settings;
  readonly storage: Storage;
}

/** The job state machine and the functions it invokes. */
export class WorkflowStack extends Stack {
  readonly jobMachine: StateMachine;
  readonly #storage: Storage;

  constructor(scope: Construct, id: string, props: WorkflowStackProps) {
    super(scope, id, props);
    this.#storage = props.storage;
    const { table, bucket } = props.storage;
    const secret = createModelKey(this);
    const storage = { DROVER_TABLE_NAME: table.tableName, DROVER_BUCKET_NAME: bucket.bucketName };
    const model = {
      ...storage,
      DROVER_DEFAULT_MODEL: props.settings.defaultModel,
      DROVER_MODEL_BASE_URL: props.settings.modelBaseUrl,
      DROVER_MODEL_KEY_SOURCE: `secret:${secret.secretArn}`,
    };
    const paramsAndSecrets = ParamsAndSecretsLayerVersion.fromVersion(ParamsAndSecretsVersions.V1_0_103);
    const readKey = allow(["secretsmanager:GetSecretValue"], [secret.secretArn]);
    const asking = { extra: [readKey], paramsAndSecrets };

    const functions = {
      PrepareJobFunctionArn: this.#function("prepare-job", model, ["read-table"], asking),
      PredictActionFunctionArn: this.#function(
        "predict-action",
        model,
        ["read-table", "write-table", "read-artifacts"],
        asking,
      ),
      VerifyStepFunctionArn: this.#function("verify-step", storage, [
        "read-table",
        "write-table",
        "read-artifacts",
      ]),
      MapErrorFunctionArn: this.#function("map-error", storage, [
        "read-table",
        "write-table",
        "read-artifacts",
      ]),
      FinishJobFunctionArn: this.#function("finish-job", storage, [
        "read-table",
        "write-table",
        "read-artifacts",
        "write-artifacts",
      ]),
    } as const satisfies Record<keyof JobMachineSubstitutions, { functionArn: string }>;
    const substitutions: JobMachineSubstitutions = {
      PrepareJobFunctionArn: functions.PrepareJobFunctionArn.functionArn,
      PredictActionFunctionArn: functions.PredictActionFunctionArn.functionArn,
      VerifyStepFunctionArn: functions.VerifyStepFunctionArn.functionArn,
      MapErrorFunctionArn: functions.MapErrorFunctionArn.functionArn,
      FinishJobFunctionArn: functions.FinishJobFunctionArn.functionArn,
    };
    this.jobMachine = createJobMachine(this, substitutions);
  }

  #function<Name extends FunctionName>(
    name: Name,
    environment: EnvironmentOf<Name>,
    accesses: readonly StorageAccess[],
    more: {
      readonly extra?: readonly PolicyStatement[];
      readonly paramsAndSecrets?: ParamsAndSecretsLayerVersion;
    } = {},
  ): DroverFunction<Name> {
    const { extra = [], ...rest } = more;
    const statements = [...storageStatements(this.#storage, accesses), ...extra];
    return new DroverFunction(this, pascalCase(name), { name, environment, statements, ...rest });
  }
}

const pascalCase = (name: string): string =>
  name.replace(/(?:^|-)(\w)/g, (_whole, letter: string) => letter.toUpperCase());

function createModelKey(scope: Construct): Secret {
  const secret = new Secret(scope, "ModelApiKey", {
    description: "API key of the model service: put it here by hand after the first deployment",
  });
  Validations.of(secret).acknowledge({
    id: "AwsSolutions-SMG4",
    reason:
      "The key belongs to the model service, which offers no rotation that Secrets Manager could drive.",
  });
  return secret;
}

function createJobMachine(scope: Stack, substitutions: JobMachineSubstitutions): StateMachine {
  const role = new Role(scope, "JobMachineRole", { assumedBy: new ServicePrincipal("states.amazonaws.com") });
  role.addToPolicy(allow(["lambda:InvokeFunction"], Object.values(substitutions)));
  const queues = scope.formatArn({ service: "sqs", resource: "drover-*" });
  role.addToPolicy(allow(["sqs:SendMessage"], [queues]));
  const logs = new LogGroup(scope, "JobMachineLogs", {
    // The service only writes to groups under this prefix without growing a resource policy for each.
    logGroupName: `/aws/vendedlogs/states/${scope.stackName}-job`,
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const machine = new StateMachine(scope, "JobMachine", {
    stateMachineType: StateMachineType.STANDARD,
    definitionBody: DefinitionBody.fromFile(definitionFile),
    definitionSubstitutions: { ...substitutions },
    role,
    // Without execution data, which holds task tokens: whoever has one can answer for a host.
    logs: { destination: logs, level: LogLevel.ALL, includeExecutionData: false },
    tracingEnabled: true,
  });
  Validations.of(role).acknowledge(
    {
      id: "AwsSolutions-IAM5[Resource::*]",
      reason:
        "Log delivery and X-Ray take no resource: both are what logging and tracing of a state machine need.",
    },
    {
      id: "AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:sqs:<AWS::Region>:<AWS::AccountId>:drover-*]",
      reason:
        "Hosts and pools make their queues as they come; all of them, and nothing else, are named drover-*.",
    },
  );
  return machine;
}
