import { Duration, RemovalPolicy, Stack, type StackProps, Validations } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  type CfnRoute,
  type CfnStage,
  HttpApi,
  HttpMethod,
  HttpNoneAuthorizer,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  type IHttpApi,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpJwtAuthorizer } from "aws-cdk-lib/aws-apigatewayv2-authorizers";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, LogGroup, MetricFilter, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { StateMachine } from "aws-cdk-lib/aws-stepfunctions";
import type { Construct } from "constructs";
import { publicRoutes } from "#shared/contracts/api/routes/routes.ts";
import { apiThrottle, publicRouteThrottle } from "#shared/contracts/farm/api-throttle.ts";
import { metricNamespace } from "#shared/contracts/farm/metrics.ts";
import { originSecretVariable } from "#shared/contracts/farm/origin-check.ts";
import type { Retention } from "#shared/contracts/farm/retention.ts";
import type { Stage } from "#shared/contracts/values/stage.ts";
import { defined } from "#shared/values/defined.ts";
import { DroverFunction } from "../functions/drover-function.ts";
import { modelVariables } from "../functions/model-services.ts";
import { projectConfigLayer } from "../functions/project-config-layer.ts";
import { secretsLayer } from "../functions/secrets-layer.ts";
import { webhookVariables } from "../functions/webhook-variables.ts";
import type { Identity } from "../identity.ts";
import type { ScheduleParts } from "../schedules.ts";
import type { Settings } from "../settings.ts";
import { anyQueueOf, type Storage } from "../storage-access.ts";
import type { AddressStack } from "./address-stack.ts";
import type { StorageStack } from "./storage-stack.ts";
import type { WorkflowStack } from "./workflow-stack.ts";

interface ApiStackProps extends StackProps {
  readonly settings: Settings;
  readonly retention: Retention;
  readonly identity: Identity;
  readonly address: AddressStack;
  readonly storage: Storage & Pick<StorageStack, "webhooks">;
  readonly jobMachine: StateMachine;
  readonly workflowMachine: StateMachine;
  readonly rolesMachine: StateMachine;
  readonly batchMachine: StateMachine;
  readonly schedules: ScheduleParts;
  readonly models: WorkflowStack["models"];
  readonly configDirectory?: string;
}

/** The HTTP API: tokens are verified here, everything else is the function's. */
export class ApiStack extends Stack {
  readonly httpApi: IHttpApi;
  /** Requests that were refused with 429, by API Gateway or by us. */
  readonly throttled: Metric;
  /** Milliseconds of nineteen in twenty of the requests about jobs. */
  readonly slow: Metric;

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, props);
    const { identity, address, settings } = props;
    // As another stack's, so that its authorizer and routes are made here: they know the issuer's clients, which know the address.
    const api = HttpApi.fromHttpApiAttributes(this, "HttpApi", {
      httpApiId: address.httpApi.apiId,
      apiEndpoint: address.httpApi.apiEndpoint,
    });
    const handler = this.#function(props);
    handler.addEnvironment(originSecretVariable, address.originSecret);
    const integration = new HttpLambdaIntegration("Api", handler);
    const authorizer = new HttpJwtAuthorizer("Jwt", identity.issuer, {
      jwtAudience: [...identity.audiences],
    });
    new HttpRoute(this, "DefaultRoute", {
      httpApi: api,
      integration,
      authorizer,
      routeKey: HttpRouteKey.DEFAULT,
    });
    const openRoutes = routesWithoutToken(settings).map(({ method, path, why }) => {
      const name = path.replaceAll(/[^a-z0-9]/g, "-");
      const open = new HttpRoute(this, `${method === "HEAD" ? "PublicHead" : "Public"}${name}`, {
        httpApi: api,
        integration,
        authorizer: new HttpNoneAuthorizer(),
        routeKey: HttpRouteKey.with(path, HttpMethod[method]),
      });
      Validations.of(open).acknowledge({ id: "AwsSolutions-APIG4", reason: why });
      return open;
    });
    const { logs, stage } = createStage(this, api, props.storage);
    throttleApart(stage, openRoutes);
    this.httpApi = api;
    this.throttled = countThrottled(logs, settings.stage);
    this.slow = timeRequests(logs, settings.stage);
  }

  #function({
    settings,
    identity,
    retention,
    storage,
    jobMachine,
    workflowMachine,
    rolesMachine,
    batchMachine,
    schedules,
    models,
    configDirectory,
  }: ApiStackProps): DroverFunction<"api"> {
    const handler = new DroverFunction(this, {
      name: "api",
      values: {
        DROVER_TABLE_NAME: storage.table.tableName,
        DROVER_BUCKET_NAME: storage.bucket.bucketName,
        DROVER_RETENTION: JSON.stringify(retention),
        DROVER_STAGE: settings.stage,
        DROVER_TOKEN_RULES: JSON.stringify(identity.tokenRules),
        DROVER_JOB_STATE_MACHINE_ARN: jobMachine.stateMachineArn,
        DROVER_WORKFLOW_STATE_MACHINE_ARN: workflowMachine.stateMachineArn,
        DROVER_ROLES_STATE_MACHINE_ARN: rolesMachine.stateMachineArn,
        DROVER_BATCH_STATE_MACHINE_ARN: batchMachine.stateMachineArn,
        DROVER_SCHEDULE_TARGET: JSON.stringify(schedules),
        ...webhookVariables(storage.webhooks),
        ...modelVariables(settings, models.providers),
      },
      resources: {
        stage: settings.stage,
        storage,
        machines: [jobMachine, workflowMachine, rolesMachine, batchMachine],
        batchMachine,
        schedules,
        webhooks: storage.webhooks,
        modelKeyArns: models.keyArns,
      },
      paramsAndSecrets: secretsLayer(),
      ...defined({ config: projectConfigLayer(this, configDirectory) }),
    });
    const anyQueue =
      "Requests to a device go to its host's queue, which the host made; all queues of the stage begin alike.";
    Validations.of(this).acknowledge(anyQueueOf(settings.stage, anyQueue));
    return handler;
  }
}

/** Those that need no token. A browser asks with OPTIONS before it sends one: the default route would refuse that. */
function routesWithoutToken({ apiOrigins }: Settings) {
  const described = publicRoutes.map(({ method, path, bearer }) => ({
    method,
    path,
    why:
      bearer === undefined
        ? "The API's own description holds nothing of any tenant and is read before one has a token."
        : "Watched by people without an account: the function looks at the live link's token itself.",
  }));
  const asking = {
    method: "OPTIONS",
    path: "/{proxy+}",
    why: "Browsers send no token with what they ask before a request of another origin; it says which origins may, and nothing else.",
  } as const;
  return apiOrigins.length === 0 ? described : [...described, asking];
}

/** Settings of a route are refused before the route is there. */
function throttleApart(stage: HttpStage, routes: readonly HttpRoute[]): void {
  const { rateLimit, burstLimit } = publicRouteThrottle;
  const limits = { ThrottlingRateLimit: rateLimit, ThrottlingBurstLimit: burstLimit };
  const resource = stage.node.defaultChild as CfnStage;
  resource.routeSettings = Object.fromEntries(
    routes.map(({ node }) => [(node.defaultChild as CfnRoute).routeKey, limits]),
  );
  stage.node.addDependency(...routes);
}

function createStage(
  scope: Construct,
  api: IHttpApi,
  { key }: Pick<Storage, "key">,
): { readonly logs: LogGroup; readonly stage: HttpStage } {
  const logs = new LogGroup(scope, "AccessLogs", {
    ...defined({ encryptionKey: key }),
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const stage = new HttpStage(scope, "Stage", {
    httpApi: api,
    stageName: "$default",
    autoDeploy: true,
    throttle: apiThrottle,
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
          // A number, so that it is one to CloudWatch too.
        }).replace('"$context.responseLatency"', "$context.responseLatency"),
      ),
    },
  });
  return { logs, stage };
}

/** An HTTP API tells CloudWatch of 4xx, and of no 429 among them: the access log does. */
const countThrottled = (logs: LogGroup, stage: Stage): Metric =>
  new MetricFilter(logs, "Throttled", {
    logGroup: logs,
    filterPattern: FilterPattern.stringValue("$.status", "=", "429"),
    metricNamespace,
    // A filter's metric has no dimension that is not in the log.
    metricName: `ApiThrottled-${stage}`,
    metricValue: "1",
  }).metric({ statistic: "Sum", period: Duration.minutes(5) });

/**
 * API Gateway's own latency is of all requests, and those of sessions and of external agents wait for half a minute because they are asked
 * to. Those about jobs answer at once.
 */
const timeRequests = (logs: LogGroup, stage: Stage): Metric =>
  new MetricFilter(logs, "Slow", {
    logGroup: logs,
    filterPattern: FilterPattern.all(
      FilterPattern.stringValue("$.path", "=", "/v1/jobs*"),
      FilterPattern.stringValue("$.path", "!=", "*/turn*"),
    ),
    metricNamespace,
    metricName: `ApiMilliseconds-${stage}`,
    metricValue: "$.milliseconds",
  }).metric({ statistic: "p95", period: Duration.minutes(5) });
