import path from "node:path";
import { Duration, RemovalPolicy, Validations } from "aws-cdk-lib";
import { type PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  ApplicationLogLevel,
  Architecture,
  LoggingFormat,
  type ParamsAndSecretsLayerVersion,
  Runtime,
  SystemLogLevel,
} from "aws-cdk-lib/aws-lambda";
import { NodejsFunction } from "aws-cdk-lib/aws-lambda-nodejs";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { EnvironmentOf, FunctionName } from "#shared/contracts/deployment.ts";
import { functionSettings } from "#shared/contracts/function-settings.ts";
import { bundling } from "./bundling.ts";

const projectRoot = path.resolve(import.meta.dirname, "..");

/** How the bucket of the storage stack is named in other stacks, hash included: cdk-nag knows a wildcard by its text. */
const artifactsExport = "DroverStorage:ExportsOutputFnGetAttArtifacts82DD59A1Arn3B515032";

interface DroverFunctionProps<Name extends FunctionName> {
  readonly name: Name;
  readonly environment: EnvironmentOf<Name>;
  /** All it may do beside writing its own log. */
  readonly statements: readonly PolicyStatement[];
  readonly paramsAndSecrets?: ParamsAndSecretsLayerVersion;
}

/** One file of functions/ as a Lambda function with its own role, its own log and nothing it does not need. */
export class DroverFunction<Name extends FunctionName> extends NodejsFunction {
  constructor(scope: Construct, id: string, props: DroverFunctionProps<Name>) {
    const { entry, timeoutSeconds, memoryMegabytes } = functionSettings[props.name];
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    logGroup.grantWrite(role);
    for (const statement of props.statements) role.addToPolicy(statement);
    super(scope, id, {
      entry: path.join(projectRoot, entry),
      projectRoot,
      depsLockFilePath: path.join(projectRoot, "package-lock.json"),
      handler: "handler",
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      timeout: Duration.seconds(timeoutSeconds),
      memorySize: memoryMegabytes,
      environment: { ...props.environment, POWERTOOLS_SERVICE_NAME: "drover" },
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      systemLogLevelV2: SystemLogLevel.WARN,
      bundling,
      ...(props.paramsAndSecrets === undefined ? {} : { paramsAndSecrets: props.paramsAndSecrets }),
    });
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${artifactsExport}/tenants/*]`,
      reason:
        "A function serves every tenant, and objects lie under tenants/<tenant>/jobs/<job>/: which tenant is meant is decided from the verified token.",
    });
  }
}
