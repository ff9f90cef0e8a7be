import { randomUUID } from "node:crypto";
import { configureRuntime } from "#functions/runtime/runtime.ts";
import type { Retention } from "#shared/contracts/farm/retention.ts";
import { reservedConcurrency, usualAccountConcurrency } from "#shared/rules/reserved-concurrency.ts";
import { closeAwsClients, createAwsClients } from "#shared/storage/clients/aws-clients.ts";
import { awsEnvironment } from "#shared/storage/clients/aws-config-from-environment.ts";
import { createRepositories } from "#shared/storage/repositories.ts";
import { defined } from "#shared/values/defined.ts";
import type { CloudDirectory } from "./cloud-directory.ts";
import { identity, machineArn, resourceNames } from "./cloud-identity.ts";
import type { CloudOptions } from "./cloud-options.ts";
import { putCloudResources } from "./cloud-resources.ts";
import { forwardOldQueues } from "./forward-old-queues.ts";
import { startCallers } from "./function-callers.ts";
import { functionValues } from "./function-values.ts";
import { inProcessAws } from "./in-process-aws.ts";
import { inProcessTables } from "./in-process-tables.ts";
import { hostedFunctions, ownersSecrets } from "./lambda/hosted-functions.ts";
import { createLambdaHost } from "./lambda/lambda-host.ts";
import type { CloudServers } from "./start-servers.ts";
import { putStateMachines } from "./step-functions/state-machines.ts";

const clock = (): Date => new Date();

/** Gives the cloud its resources, functions, state machines and what calls functions by itself. Each is closed with `parts`. */
export async function supplyFunctions(
  parts: AsyncDisposableStack,
  servers: CloudServers,
  directory: CloudDirectory,
  {
    tenantId,
    model,
    configFile,
    retention,
    warm = false,
    webhooksToLoopback = false,
    beforeTables = (client) => client,
    aroundFunction,
    report = () => undefined,
  }: CloudOptions & { readonly retention: Retention },
): Promise<void> {
  const { tables, logger, lambda, telemetry, condition } = servers;
  const aws = inProcessAws(servers, directory);
  const clients = createAwsClients(aws);
  parts.defer(() => closeAwsClients(clients));
  const resources = { ...resourceNames, tenantId, retention, now: clock };
  const made = await putCloudResources(clients, resources);
  const values = functionValues({
    model,
    retention,
    webhookQueueUrl: made.webhooks.queueUrl,
    webhookReach: webhooksToLoopback ? "loopback" : "public",
  });
  const functions = createLambdaHost({
    ...identity,
    functions: hostedFunctions(values),
    environment: { AWS_REGION: identity.region },
    hidden: ownersSecrets,
    ids: randomUUID,
    clock,
    reserved: reservedConcurrency(usualAccountConcurrency, "large"),
    around: aroundFunction,
  });
  parts.defer(() => functions.close());
  configureRuntime({
    environment: {
      ...values,
      ...awsEnvironment(aws),
      ...defined({ DROVER_CONFIG_FILE: configFile }),
      // Here and not in the process's environment, which its children would inherit.
      ...model.keys,
    },
    requestHandlers: aws.requestHandlers,
    wires: aws.wires,
    tables: (others) => beforeTables(inProcessTables(tables, others)),
    logger,
    tracing: telemetry.tracing,
    metrics: telemetry.metrics,
    condition,
    now: clock,
  });
  await putStateMachines(clients.sfn, { functionArn: functions.arnOf, machineArn });
  lambda.resolve(functions);
  const warming = warm ? functions.warm() : Promise.resolve();
  parts.defer(() => {
    functions.close();
    return warming;
  });
  const repositories = createRepositories({ dynamodb: clients.dynamodb, ...resources });
  await forwardOldQueues(parts, { sqs: clients.sqs, repositories, tenantId, now: clock });
  startCallers(parts, {
    functions,
    sqs: clients.sqs,
    resources: made,
    scheduler: servers.scheduler,
    report,
  });
}
