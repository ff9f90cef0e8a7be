import { CreateQueueCommand } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { silentDays } from "#api/executions/retire-hosts.ts";
import { silentLogger } from "#device-host/host-logger.ts";
import { handler as retireHosts } from "#functions/retire-hosts.ts";
import { configureRuntime } from "#functions/runtime/runtime.ts";
import { secretId, webhookSecretId } from "#shared/contracts/farm/keys.ts";
import { hostQueueName, poolQueueName, webhookQueueName } from "#shared/contracts/farm/queue-names.ts";
import { Stage } from "#shared/contracts/values/stage.ts";
import { callApi } from "../api/call-api.ts";
import { invoke, startFunctions } from "../functions/start-functions.ts";
import { sampleHost, stage, tenantId } from "../shared/storage/sample-records.ts";
import { evaluatePolicies, type IamRequest } from "./iam/evaluate-policy.ts";
import { requestsOfCall } from "./iam/requests-of-call.ts";
import { startTap } from "./iam/start-tap.ts";
import { rolePolicies } from "./iam/template-policies.ts";
import { synthesised } from "./synthesised.ts";

const place = "us-east-1:000000000000";
const names = {
  Logs: `arn:aws:logs:${place}:log-group:functions`,
  Table: `arn:aws:dynamodb:${place}:table/drover-test`,
  Artifacts: "arn:aws:s3:::drover-test",
  Machine: "a-machine",
  ModelApiKey: `arn:aws:secretsmanager:${place}:secret:model-key`,
  Webhooks: `arn:aws:sqs:${place}:drover_test_webhooks`,
  ScheduleRole: "arn:aws:iam::000000000000:role/schedules",
};
const stacks = synthesised({ stage });
const taps: Awaited<ReturnType<typeof startTap>>[] = [];
let functions: Awaited<ReturnType<typeof startFunctions>>;
/** Two weeks and a day on: what is made now is old. */
const now = () => new Date(Date.now() + (silentDays + 1) * 86_400_000);

beforeAll(async () => {
  functions = await startFunctions();
  const { dynamodb, sqs } = functions.storage.config.endpoints;
  taps.push(await startTap("dynamodb", dynamodb), await startTap("sqs", sqs));
  const [tables, queues] = taps.map(({ url }) => url);
  configureRuntime({
    environment: {
      ...functions.environment,
      AWS_ENDPOINT_URL_DYNAMODB: String(tables),
      AWS_ENDPOINT_URL_SQS: String(queues),
    },
    now,
    logger: silentLogger,
  });
});
afterAll(async () => {
  await functions.close();
  await Promise.all(taps.map((tap) => tap.close()));
});

/** What IAM is asked while something is done. */
async function asked(act: () => Promise<void>): Promise<readonly IamRequest[]> {
  const before = taps.map(({ calls }) => calls.length);
  await act();
  return taps.flatMap(({ calls }, index) => calls.slice(before[index])).flatMap(requestsOfCall);
}
const actions = (requests: readonly IamRequest[]) => new Set(requests.map(({ action }) => action));
const refusedOf = (policies: ReturnType<typeof rolePolicies>, requests: readonly IamRequest[]) =>
  requests.filter((request) => evaluatePolicies(policies, request) !== "allowed");
const onQueue = (action: string, name: string): IamRequest => ({
  action,
  resource: `arn:aws:sqs:${place}:${name}`,
  context: {},
});

it("lets the API make, look at and remove pools, and no queue of a host or another stage", async () => {
  const policies = rolePolicies(stacks.api, "Api", names);
  const requests = await asked(async () => {
    expect((await callApi("POST", "/v1/pools", { body: { pool: "fresh" } })).status).toBe(200);
    expect((await callApi("GET", "/v1/pools/fresh")).status).toBe(200);
    expect((await callApi("DELETE", "/v1/pools/fresh")).status).toBe(200);
  });
  expect([...actions(requests)]).toEqual(
    expect.arrayContaining(["sqs:CreateQueue", "sqs:SetQueueAttributes", "sqs:DeleteQueue"]),
  );
  expect(refusedOf(policies, requests)).toEqual([]);
  const others = [
    onQueue("sqs:DeleteQueue", hostQueueName(stage, tenantId, "a")),
    onQueue("sqs:DeleteQueue", poolQueueName(Stage.parse("prod"), tenantId, "a")),
    onQueue("sqs:CreateQueue", "somebodys_queue"),
    onQueue("sqs:ReceiveMessage", poolQueueName(stage, tenantId, "a")),
  ];
  expect(refusedOf(policies, others)).toEqual(others);
});

it("lets the function that retires hosts remove their queues, and neither pools nor letters", async () => {
  const policies = rolePolicies(stacks.workflow, "RetireHosts", names);
  const queue = new CreateQueueCommand({ QueueName: hostQueueName(stage, tenantId, "host-a") });
  await functions.storage.clients.sqs.send(queue);
  await functions.repositories.hosts.put(sampleHost());
  const requests = await asked(async () => {
    expect(await invoke(retireHosts, {})).toEqual({ hosts: 1, queues: 1 });
  });
  expect([...actions(requests)]).toEqual(
    expect.arrayContaining(["sqs:ListQueues", "sqs:GetQueueAttributes", "sqs:DeleteQueue"]),
  );
  expect(refusedOf(policies, requests)).toEqual([]);
  const others = [
    onQueue("sqs:DeleteQueue", poolQueueName(stage, tenantId, "default")),
    onQueue("sqs:DeleteQueue", "drover_test_dead-letters"),
    onQueue("sqs:ReceiveMessage", hostQueueName(stage, tenantId, "host-a")),
    onQueue("sqs:DeleteQueue", hostQueueName(Stage.parse("prod"), tenantId, "host-a")),
  ];
  expect(refusedOf(policies, others)).toEqual(others);
});

const onSecret = (action: string, name: string): IamRequest => ({
  action: `secretsmanager:${action}`,
  resource: `arn:aws:secretsmanager:${place}:secret:${name}-a1B2c3`,
  context: {},
});

it("lets what calls webhooks read their secrets and send to their queue, and touch nothing else of either", () => {
  const policies = rolePolicies(stacks.workflow, "DeliverWebhooks", names);
  const own = webhookSecretId(stage, tenantId, "01W00000000000000000000001");
  const needed = [onSecret("GetSecretValue", own), onQueue("sqs:SendMessage", webhookQueueName(stage))];
  expect(refusedOf(policies, needed)).toEqual([]);
  const others = [
    onSecret("PutSecretValue", own),
    onSecret("GetSecretValue", webhookSecretId(Stage.parse("prod"), tenantId, "01W00000000000000000000001")),
    onSecret("GetSecretValue", secretId(stage, tenantId, "shop")),
    onQueue("sqs:SendMessage", poolQueueName(stage, tenantId, "a")),
  ];
  expect(refusedOf(policies, others)).toEqual(others);
});

it("lets the API make and replace a webhook's secret, and read none", () => {
  const policies = rolePolicies(stacks.api, "Api", names);
  const own = webhookSecretId(stage, tenantId, "01W00000000000000000000001");
  const needed = ["CreateSecret", "PutSecretValue", "DeleteSecret"].map((action) => onSecret(action, own));
  expect(refusedOf(policies, needed)).toEqual([]);
  const reading = [onSecret("GetSecretValue", own)];
  expect(refusedOf(policies, reading)).toEqual(reading);
});
