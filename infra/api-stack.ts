import { RemovalPolicy, Stack, type StackProps, Validations } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  HttpApi,
  HttpMethod,
  HttpNoneAuthorizer,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpJwtAuthorizer } from "aws-cdk-lib/aws-apigatewayv2-authorizers";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { StateMachine } from "aws-cdk-lib/aws-stepfunctions";
import type { Construct } from "constructs";
import { publicRoutes } from "#shared/contracts/api/routes.ts";
import type { Retention } from "#shared/contracts/retention.ts";
import type { TokenRules } from "#shared/contracts/token-rules.ts";
import { defined } from "#shared/domain/defined.ts";
import { DroverFunction } from "./drover-function.ts";
import { modelServices, modelVariables } from "./model-services.ts";
import { projectConfigLayer } from "./project-config-layer.ts";
import type { Settings } from "./settings.ts";
import { anyQueueOf, type Storage } from "./storage-access.ts";

interface ApiStackProps extends StackProps {
  readonly settings: Settings;
  readonly retention: Retention;
  readonly storage: Storage;
  readonly jobMachine: StateMachine;
  readonly workflowMachine: StateMachine;
  readonly batchMachine: StateMachine;
  readonly configDirectory?: string;
}

/** The HTTP API: tokens are verified here, everything else is the function's. */
export class ApiStack extends Stack {
  readonly httpApi: HttpApi;

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, props);
    const { settings } = props;
    const api = new HttpApi(this, "HttpApi", {
      description: "Drover: jobs on Android devices",
      createDefaultStage: false,
    });
    const integration = new HttpLambdaIntegration("Api", this.#function(props));
    const authorizer = new HttpJwtAuthorizer("Jwt", settings.jwtIssuer, {
      jwtAudience: [settings.jwtAudience],
    });
    new HttpRoute(this, "DefaultRoute", {
      httpApi: api,
      integration,
      authorizer,
      routeKey: HttpRouteKey.DEFAULT,
    });
    for (const { method, path, bearer } of publicRoutes) {
      const open = new HttpRoute(this, `Public${path.replaceAll(/[^a-z0-9]/g, "-")}`, {
        httpApi: api,
        integration,
        authorizer: new HttpNoneAuthorizer(),
        routeKey: HttpRouteKey.with(path, HttpMethod[method]),
      });
      Validations.of(open).acknowledge({
        id: "AwsSolutions-APIG4",
        reason:
          bearer === undefined
            ? "The API's own description holds nothing of any tenant and is read before one has a token."
            : "Watched by people without an account: the function looks at the live link's token itself.",
      });
    }
    createStage(this, api);
    this.httpApi = api;
  }

  #function({
    settings,
    retention,
    storage,
    jobMachine,
    workflowMachine,
    batchMachine,
    configDirectory,
  }: ApiStackProps): DroverFunction<"api"> {
    const handler = new DroverFunction(this, {
      name: "api",
      values: {
        DROVER_TABLE_NAME: storage.table.tableName,
        DROVER_BUCKET_NAME: storage.bucket.bucketName,
        DROVER_RETENTION: JSON.stringify(retention),
        DROVER_STAGE: settings.stage,
        DROVER_TOKEN_RULES: JSON.stringify(tokenRulesOf(settings)),
        DROVER_JOB_STATE_MACHINE_ARN: jobMachine.stateMachineArn,
        DROVER_WORKFLOW_STATE_MACHINE_ARN: workflowMachine.stateMachineArn,
        DROVER_BATCH_STATE_MACHINE_ARN: batchMachine.stateMachineArn,
        // Without where their keys are, which the API does not read.
        ...modelVariables(settings, modelServices(settings)),
      },
      resources: {
        stage: settings.stage,
        storage,
        machines: [jobMachine, workflowMachine, batchMachine],
        batchMachine,
      },
      ...defined({ config: projectConfigLayer(this, configDirectory) }),
    });
    const anyQueue =
      "Requests to a device go to its host's queue, which the host made; all queues of the stage begin alike.";
    Validations.of(this).acknowledge(anyQueueOf(settings.stage, anyQueue));
    return handler;
  }
}

const tokenRulesOf = ({ jwtTenantClaim, jwtScopePrefix }: Settings): TokenRules => ({
  tenantClaim: jwtTenantClaim,
  scopePrefix: jwtScopePrefix,
});

function createStage(scope: Construct, api: HttpApi): void {
  const logs = new LogGroup(scope, "AccessLogs", {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  new HttpStage(scope, "Stage", {
    httpApi: api,
    stageName: "$default",
    autoDeploy: true,
    throttle: { rateLimit: 100, burstLimit: 200 },
    accessLogSettings: {
      destination: new LogGroupLogDestination(logs),
      // Never the token; the subject says whose it was.
      format: AccessLogFormat.custom(
        JSON.stringify({
          requestId: "$context.requestId",
          time: "$context.requestTime",
          ip: "$context.identity.sourceIp",
          method: "$context.httpMethod",
          path: "$context.path",
          status: "$context.status",
          subject: "$context.authorizer.claims.sub",
          authorizerError: "$context.authorizer.error",
          integrationError: "$context.integrationErrorMessage",
          milliseconds: "$context.responseLatency",
        }),
      ),
    },
  });
}
