import { RemovalPolicy, Stack, type StackProps, Validations } from "aws-cdk-lib";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { ParamsAndSecretsLayerVersion, ParamsAndSecretsVersions } from "aws-cdk-lib/aws-lambda";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { DefinitionBody, LogLevel, StateMachine, StateMachineType } from "aws-cdk-lib/aws-stepfunctions";
import type { Construct } from "constructs";
import {
  type FunctionPermission,
  functions,
  type JobMachineSubstitutions,
  jobMachineSubstitutions,
} from "#shared/contracts/functions.ts";
import type { FarmProviders } from "#shared/contracts/provider-settings.ts";
import { defined } from "#shared/domain/defined.ts";
import { stateMachineFile } from "#shared/project-files.ts";
import { configKeyArns } from "./config-keys.ts";
import { DroverFunction } from "./drover-function.ts";
import { createModelKeys, modelVariables } from "./model-services.ts";
import { projectConfigLayer } from "./project-config-layer.ts";
import type { Settings } from "./settings.ts";
import { allow } from "./storage-access.ts";
import type { StorageStack } from "./storage-stack.ts";

interface WorkflowStackProps extends StackProps {
  readonly settings: Settings;
  readonly storage: StorageStack;
  readonly configDirectory?: string;
  /** Those that the project's config names. */
  readonly configProviders?: FarmProviders;
}

/** The job state machine, the functions it invokes, and the one that ends what never reached a host. */
export class WorkflowStack extends Stack {
  readonly jobMachine: StateMachine;

  constructor(scope: Construct, id: string, props: WorkflowStackProps) {
    super(scope, id, props);
    const { storage, settings } = props;
    const { providers, arns } = createModelKeys(this, settings);
    const modelKeyArns = [...arns, ...configKeyArns(props.configProviders ?? {})];
    const values = {
      DROVER_TABLE_NAME: storage.table.tableName,
      DROVER_BUCKET_NAME: storage.bucket.bucketName,
      ...modelVariables(settings, providers),
    };
    const resources = { storage, modelKeyArns };
    const paramsAndSecrets = ParamsAndSecretsLayerVersion.fromVersion(ParamsAndSecretsVersions.V1_0_103);
    const config = defined({ config: projectConfigLayer(this, props.configDirectory) });
    const substitutions = jobMachineSubstitutions((name) => {
      const permissions: readonly FunctionPermission[] = functions[name].permissions;
      const layer = permissions.includes("read-model-key") ? { paramsAndSecrets } : {};
      return new DroverFunction(this, { name, values, resources, ...layer, ...config }).functionArn;
    });
    this.jobMachine = createJobMachine(this, substitutions);
    const failDeadLetters = new DroverFunction(this, { name: "fail-dead-letters", values, resources });
    failDeadLetters.addEventSource(
      new SqsEventSource(storage.deadLetters, { batchSize: 10, reportBatchItemFailures: true }),
    );
  }
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
    definitionBody: DefinitionBody.fromFile(stateMachineFile("job")),
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
