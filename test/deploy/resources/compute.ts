import path from "node:path";
import * as z from "zod";
import { account } from "../account.ts";
import { extensionOrigin } from "../lambda/secrets-extension.ts";
import type { ResourceKind } from "./resource-kind.ts";

const Asset = z.object({ S3Bucket: z.string(), S3Key: z.string() });

const layer: ResourceKind = ({ properties, chosenName }, cloud) => {
  const { Content } = z.object({ Content: Asset }).parse(properties);
  const arn = account.arn("lambda", `layer:${chosenName}:1`);
  cloud.layers.set(arn, cloud.assembly.assetOf(Content.S3Key));
  return { ref: arn };
};

const LambdaFunction = z.object({
  FunctionName: z.string().optional(),
  Code: Asset,
  Handler: z.string(),
  Role: z.string(),
  Timeout: z.number().default(3),
  MemorySize: z.number().default(128),
  ReservedConcurrentExecutions: z.number().optional(),
  Layers: z.array(z.string()).default([]),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }).default({ Variables: {} }),
  LoggingConfig: z.object({ LogGroup: z.string().optional() }).default({}),
  TracingConfig: z.object({ Mode: z.string() }).optional(),
});

const isExtension = (layerArn: string): boolean =>
  layerArn.includes(":layer:AWS-Parameters-and-Secrets-Lambda-Extension");

const lambdaFunction: ResourceKind = ({ properties, logicalId, chosenName }, cloud) => {
  const given = LambdaFunction.parse(properties);
  const name = given.FunctionName ?? chosenName.slice(0, 64);
  const role = cloud.principals.roleOf(given.Role);
  const principal = cloud.principals.assume(role, name, "lambda.amazonaws.com");
  const logs = given.LoggingConfig.LogGroup ?? `/aws/lambda/${name}`;
  cloud.mustBeAllowed(principal, [
    ...["logs:CreateLogStream", "logs:PutLogEvents"].map((action) => ({
      action,
      resource: account.arn("logs", `log-group:${logs}:log-stream:rehearsal`),
    })),
    ...(given.TracingConfig?.Mode === "Active" ? [{ action: "xray:PutTraceSegments", resource: "*" }] : []),
  ]);
  const [module = "", handler = ""] = given.Handler.split(".");
  const mounted = given.Layers.flatMap((arn) => cloud.layers.get(arn) ?? []);
  const variables = Object.entries(given.Environment.Variables).map(([variable, value]) => [
    variable,
    // What lies in a layer a function finds under /opt.
    value.startsWith("/opt/") ? path.join(mounted.at(-1) ?? "/opt", value.slice("/opt/".length)) : value,
  ]);
  const environment: Readonly<Record<string, string>> = Object.fromEntries(variables);
  cloud.functions.add({
    name,
    logicalId,
    file: path.join(cloud.assembly.assetOf(given.Code.S3Key), `${module}.mjs`),
    handler,
    timeoutSeconds: given.Timeout,
    memoryMegabytes: given.MemorySize,
    reserved: given.ReservedConcurrentExecutions,
    network: {
      ...cloud.network,
      ...(given.Layers.some(isExtension) ? { [extensionOrigin(environment)]: cloud.extensionUrl } : {}),
    },
    environment: {
      ...environment,
      ...cloud.endpointVariables,
      AWS_REGION: account.region,
      AWS_LAMBDA_FUNCTION_NAME: name,
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(given.MemorySize),
      AWS_ACCESS_KEY_ID: principal.key.accessKeyId,
      AWS_SECRET_ACCESS_KEY: principal.key.secretAccessKey,
      AWS_SESSION_TOKEN: principal.key.sessionToken,
    },
  });
  cloud.functionPrincipals.set(name, principal);
  return { ref: name, attributes: { Arn: cloud.functions.arnOf(name) } };
};

const Permission = z.object({
  Action: z.literal("lambda:InvokeFunction"),
  FunctionName: z.string(),
  Principal: z.string(),
  SourceArn: z.string().optional(),
});

const permission: ResourceKind = ({ properties, chosenName }, cloud) => {
  const { FunctionName, Principal, SourceArn = "*" } = Permission.parse(properties);
  const functionName = FunctionName.split(":").at(-1) ?? "";
  cloud.invokePermissions.push({ functionName, service: Principal, sourceArn: SourceArn });
  return { ref: chosenName };
};

const Mapping = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  Enabled: z.boolean().default(true),
});

const eventSource: ResourceKind = ({ properties, chosenName }, cloud) => {
  const { EventSourceArn, FunctionName } = Mapping.parse(properties);
  const functionName = FunctionName.split(":").at(-1) ?? "";
  const principal = cloud.functionPrincipals.get(functionName);
  if (principal === undefined) throw new Error(`an event source calls ${functionName}, which is not there`);
  // Lambda reads the queue as the function's role, and refuses the mapping when that may not.
  cloud.mustBeAllowed(
    principal,
    ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"].map((action) => ({
      action,
      resource: EventSourceArn,
    })),
  );
  cloud.eventSources.push({ queueArn: EventSourceArn, functionName });
  return { ref: chosenName };
};

const InvokeConfig = z.object({
  FunctionName: z.string(),
  MaximumEventAgeInSeconds: z.number().min(60).max(21_600),
  MaximumRetryAttempts: z.number().min(0).max(2),
  DestinationConfig: z.object({ OnFailure: z.object({ Destination: z.string() }) }),
});

const invokeConfig: ResourceKind = ({ properties, chosenName }, cloud) => {
  const { FunctionName, DestinationConfig } = InvokeConfig.parse(properties);
  const functionName = FunctionName.split(":").at(-1) ?? "";
  const principal = cloud.functionPrincipals.get(functionName);
  if (principal === undefined) throw new Error(`failures of ${functionName} are sent on, which is not there`);
  const resource = DestinationConfig.OnFailure.Destination;
  cloud.mustBeThere(resource, "AWS::SQS::Queue");
  // Lambda sends as the function's role, and refuses a destination that it may not reach.
  cloud.mustBeAllowed(principal, [{ action: "sqs:SendMessage", resource }]);
  return { ref: chosenName };
};

/** Nothing is tried again in a rehearsal. */
export const checkedComputeKinds = {
  "AWS::Lambda::EventInvokeConfig": invokeConfig,
} as const satisfies Readonly<Record<string, ResourceKind>>;

export const computeKinds = {
  "AWS::Lambda::LayerVersion": layer,
  "AWS::Lambda::Function": lambdaFunction,
  "AWS::Lambda::Permission": permission,
  "AWS::Lambda::EventSourceMapping": eventSource,
} as const satisfies Readonly<Record<string, ResourceKind>>;
