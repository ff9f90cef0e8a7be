import path from "node:path";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { S3Client } from "@aws-sdk/client-s3";
import { SQSClient } from "@aws-sdk/client-sqs";
import {
  inProcessHandler,
  s3Refusal as refusal,
  startDynamodbServer,
  startObjectAndQueueServer,
  startSchedulerServer,
  startSecretServer,
} from "@drover/aws-local";
import { loopbackHost } from "@drover/aws-local/loopback-server";
import { startEngine } from "@drover/step-functions";
import { lambdaInvokeApi } from "#local/cloud/lambda/lambda-invoke-api.ts";
import type { WireService } from "#shared/http/wire.ts";
import { createAwsClients } from "#shared/storage/clients/aws-clients.ts";
import { unsigned } from "#shared/storage/table/unsigned.ts";
import { account } from "./account.ts";
import { leaveOfRoles } from "./engine-leave.ts";
import type { EventBus } from "./events/event-bus.ts";
import type { DeployedFunctions } from "./lambda/deployed-functions.ts";
import type { AutoScalingGroups } from "./machines/auto-scaling-groups.ts";
import { denialText, type Principal, type Principals } from "./principals.ts";
import { askedOf, type Services, startServiceFront } from "./service-front.ts";
import { withPointInTime } from "./tables/point-in-time.ts";

interface StandInOptions {
  readonly dir: string;
  readonly functions: DeployedFunctions;
  readonly principals: Principals;
  /** Who a machine acts as, once it is made. */
  readonly machinePrincipals: ReadonlyMap<string, Principal>;
  readonly groups: AutoScalingGroups;
  /** Hears of executions that ended. */
  readonly events: EventBus;
}

/** The services of an account on loopback, empty; each call of anybody's but CloudFormation's is held to its role. */
export async function startStandIns(options: StandInOptions) {
  const { dir, functions, principals, machinePrincipals, groups, events } = options;
  await using parts = new AsyncDisposableStack();
  const { region, accountId } = account;
  const at = (name: string): string => path.join(dir, name);
  const storage = await startObjectAndQueueServer({ queueDir: at("queues"), objectDir: at("objects") });
  parts.defer(() => storage.close());
  const tables = await startDynamodbServer({ dataDir: at("tables") });
  parts.defer(() => tables.close());
  const recoverable = withPointInTime(tables.service);
  const secrets = await startSecretServer({ dataDir: at("secrets"), region, accountId });
  parts.defer(() => secrets.close());
  const scheduler = await startSchedulerServer({ dataDir: at("schedules"), region, accountId });
  parts.defer(() => scheduler.close());
  const { objects, queues } = storage.services;
  const services: Services = {};
  const front = await startServiceFront(services, principals);
  parts.defer(() => front.close());
  const { host } = new URL(front.url);
  const own = { region, credentials: { accessKeyId: "own", secretAccessKey: "own" }, maxAttempts: 1 };
  const inside = (service: WireService, streamed = false) => ({
    ...own,
    endpoint: `http://${loopbackHost}`,
    signer: unsigned,
    requestHandler: inProcessHandler(service, host, { streamed }),
  });
  const roundsOf = (): Principal | undefined =>
    [...machinePrincipals].find(([arn]) => /batch/i.test(arn))?.[1];
  const engine = await startEngine({
    dataDir: null,
    port: null,
    region,
    accountId,
    clients: {
      lambda: new LambdaClient(inside(lambdaInvokeApi(functions))),
      sqs: new SQSClient({ ...inside(queues), useQueueUrlAsEndpoint: false }),
      s3: new S3Client({ ...inside(asRole(objects, principals, roundsOf), true), forcePathStyle: true }),
    },
    onExecutionEnd: (change) => events.put(change),
    mayCall: leaveOfRoles(principals, (arn) => machinePrincipals.get(arn)),
  });
  parts.defer(() => engine.close());
  const states: WireService = async ({ headers, body }) => {
    const { response } = await engine.requestHandler.handle({ headers, body });
    return { status: response.statusCode, headers: response.headers, body: Buffer.from(response.body) };
  };
  Object.assign(services, {
    s3: objects,
    sqs: queues,
    dynamodb: recoverable,
    states,
    secretsmanager: secrets.service,
    scheduler: scheduler.service,
    autoscaling: groups.service,
  });
  const admin = createAwsClients({
    region,
    credentials: own.credentials,
    endpoints: {
      s3: front.url,
      sqs: front.url,
      dynamodb: front.url,
      sfn: front.url,
      secretsManager: front.url,
      scheduler: front.url,
    },
    requestHandlers: {
      s3: inProcessHandler(objects, host, { streamed: true }),
      sqs: inProcessHandler(queues, host),
      dynamodb: inProcessHandler(recoverable, host),
      sfn: inProcessHandler(states, host),
      secretsManager: inProcessHandler(secrets.service, host),
      scheduler: inProcessHandler(scheduler.service, host),
    },
  });
  const running = parts.move();
  return {
    admin,
    secrets: secrets.service,
    scheduler,
    frontUrl: front.url,
    close: () => running.disposeAsync(),
  };
}

/** S3 as a Distributed Map reaches it: as its machine's role. */
const asRole =
  (objects: WireService, principals: Principals, principalOf: () => Principal | undefined): WireService =>
  async (request) => {
    const principal = principalOf();
    if (principal === undefined) return refusal(403, "AccessDenied", "no machine has rounds");
    const denial = principals.refusal(principal, askedOf("s3", request));
    return denial === null ? objects(request) : refusal(403, "AccessDenied", denialText(denial));
  };
