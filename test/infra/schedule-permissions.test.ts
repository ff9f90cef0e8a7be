import { Match } from "aws-cdk-lib/assertions";
import { afterAll, beforeAll, expect, it } from "vitest";
import { silentLogger } from "#device-host/host-logger.ts";
import { handler as runSchedule } from "#functions/run-schedule.ts";
import { configureRuntime } from "#functions/runtime/runtime.ts";
import { ScheduleResponse, ScheduleRunResponse } from "#shared/contracts/api/responses/schedule-response.ts";
import { BatchId } from "#shared/contracts/values/ids.ts";
import { line } from "../api/batch-calls.ts";
import { callApi } from "../api/call-api.ts";
import { startApi, type TestApi } from "../api/start-api.ts";
import { invoke } from "../functions/start-functions.ts";
import { stage, tenantId } from "../shared/storage/sample-records.ts";
import { evaluatePolicies, type IamRequest } from "./iam/evaluate-policy.ts";
import { requestsOfCall, type WireCall } from "./iam/requests-of-call.ts";
import { startTap } from "./iam/start-tap.ts";
import { rolePolicies } from "./iam/template-policies.ts";
import { synthesised } from "./synthesised.ts";

const place = "us-east-1:000000000000";
const role = "arn:aws:iam::000000000000:role/schedules";
const machine = `arn:aws:states:${place}:stateMachine:batch`;
const names = {
  Logs: `arn:aws:logs:${place}:log-group:functions`,
  Table: `arn:aws:dynamodb:${place}:table/drover-test`,
  Artifacts: "arn:aws:s3:::drover-test",
  BatchMachine: machine,
  Machine: "a-machine",
  ModelApiKey: `arn:aws:secretsmanager:${place}:secret:model-key`,
  ScheduleRole: role,
  Webhooks: `arn:aws:sqs:${place}:drover_test_webhooks`,
  ScheduleDeadLetters: `arn:aws:sqs:${place}:drover_test_schedule-dead-letters`,
};
const stacks = synthesised({ stage });
const taps: Awaited<ReturnType<typeof startTap>>[] = [];
let api: TestApi;

beforeAll(async () => {
  api = await startApi();
  const { dynamodb, s3, scheduler, sqs } = api.storage.config.endpoints;
  const services: readonly (readonly [WireCall["service"], string])[] = [
    ["dynamodb", dynamodb],
    ["s3", s3],
    ["scheduler", scheduler],
    ["sfn", api.engine.url],
    ["sqs", sqs],
  ];
  for (const [service, url] of services) taps.push(await startTap(service, url));
  const [tables, objects, schedules, machines, queues] = taps.map(({ url }) => url);
  configureRuntime({
    environment: {
      ...api.environment,
      AWS_ENDPOINT_URL_DYNAMODB: String(tables),
      AWS_ENDPOINT_URL_S3: String(objects),
      AWS_ENDPOINT_URL_SCHEDULER: String(schedules),
      AWS_ENDPOINT_URL_SFN: String(machines),
      AWS_ENDPOINT_URL_SQS: String(queues),
    },
    logger: silentLogger,
  });
});
afterAll(async () => {
  await api.close();
  await Promise.all(taps.map((tap) => tap.close()));
});

async function asked(act: () => Promise<void>): Promise<readonly IamRequest[]> {
  const before = taps.map(({ calls }) => calls.length);
  await act();
  return taps.flatMap(({ calls }, index) => calls.slice(before[index])).flatMap(requestsOfCall);
}
const actions = (requests: readonly IamRequest[]) => new Set(requests.map(({ action }) => action));
const refusedOf = (policies: ReturnType<typeof rolePolicies>, requests: readonly IamRequest[]) =>
  requests.filter((request) => evaluatePolicies(policies, request) !== "allowed");
const body = { name: "nightly", expression: "rate(1 day)", lines: [line("wifi")] };

it("lets the API make, change and delete schedules of its group, and pass their role to nobody else", async () => {
  const policies = rolePolicies(stacks.api, "Api", names);
  const requests = await asked(async () => {
    expect((await callApi("POST", "/v1/schedules", { body })).status).toBe(201);
    expect((await callApi("PATCH", "/v1/schedules/nightly", { body: { paused: true } })).status).toBe(200);
    expect((await callApi("DELETE", "/v1/schedules/nightly")).status).toBe(200);
  });
  expect([...actions(requests)]).toEqual(
    expect.arrayContaining([
      "scheduler:CreateSchedule",
      "scheduler:UpdateSchedule",
      "scheduler:DeleteSchedule",
      "iam:PassRole",
      "s3:PutObject",
      "s3:DeleteObject",
    ]),
  );
  expect(refusedOf(policies, requests)).toEqual([]);
  const schedule = (group: string) => `arn:aws:scheduler:${place}:schedule/${group}/one`;
  const passing = (resource: string, service: string): IamRequest => ({
    action: "iam:PassRole",
    resource,
    context: { "iam:PassedToService": service },
  });
  const others: readonly IamRequest[] = [
    { action: "scheduler:CreateSchedule", resource: schedule("drover-prod"), context: {} },
    { action: "scheduler:DeleteSchedule", resource: schedule("default"), context: {} },
    { action: "scheduler:ListSchedules", resource: "*", context: {} },
    passing(role, "lambda.amazonaws.com"),
    passing("arn:aws:iam::000000000000:role/admin", "scheduler.amazonaws.com"),
  ];
  expect(refusedOf(policies, others)).toEqual(others);
});

it("lets the function that runs schedules read what they run and start batches, and no job, schedule or other machine", async () => {
  const policies = rolePolicies(stacks.workflow, "RunSchedule", names);
  const made = ScheduleResponse.parse((await callApi("POST", "/v1/schedules", { body })).body);
  const { name, scheduleId } = made;
  const requests = await asked(async () => {
    const scheduledAt = "2026-01-01T02:00:00Z";
    expect(await invoke(runSchedule, { tenantId, name, scheduleId, scheduledAt })).toEqual({ begun: 1 });
    expect(await invoke(runSchedule, { look: true })).toEqual({ begun: 0 });
  });
  expect([...actions(requests)]).toEqual(
    expect.arrayContaining(["states:StartExecution", "s3:PutObject", "s3:GetObject"]),
  );
  expect(refusedOf(policies, requests)).toEqual([]);
  const others: readonly IamRequest[] = [
    { action: "states:StartExecution", resource: "a-machine", context: {} },
    { action: "states:StopExecution", resource: machine, context: {} },
    { action: "s3:PutObject", resource: "arn:aws:s3:::drover-test/schedules/acme/one.jsonl", context: {} },
    { action: "s3:GetObject", resource: "arn:aws:s3:::drover-test/callbacks/acme/one.json", context: {} },
    {
      action: "scheduler:CreateSchedule",
      resource: `arn:aws:scheduler:${place}:schedule/drover-test/one`,
      context: {},
    },
  ];
  expect(refusedOf(policies, others)).toEqual(others);
});

it("lets the function that runs schedules hand over what webhooks are told of a run's end, and neither read their queue nor send to another", async () => {
  const { workflow } = stacks;
  const policies = rolePolicies(workflow, "RunSchedule", names);
  const { body: made } = await callApi("POST", "/v1/schedules", { body: { ...body, name: "told" } });
  const { scheduleId } = ScheduleResponse.parse(made);
  const hook = { url: "http://127.0.0.1:9/hook", events: ["schedule.finished"] };
  expect((await callApi("POST", "/v1/webhooks", { body: hook })).status).toBe(201);
  const scheduledAt = "2026-01-01T02:00:00Z";
  await invoke(runSchedule, { tenantId, name: "told", scheduleId, scheduledAt });
  const answer = await callApi("GET", "/v1/schedules/told/runs/20260101T020000Z");
  const { batchId } = ScheduleRunResponse.parse(answer.body);
  await api.repositories.batches.change(tenantId, BatchId.parse(batchId), () => ({
    status: "cancelled",
    finishedAt: api.clock.now.toISOString(),
  }));
  const requests = await asked(async () => {
    await invoke(runSchedule, { look: true });
  });
  expect([...actions(requests)]).toContain("sqs:SendMessage");
  expect(refusedOf(policies, requests)).toEqual([]);
  const others: readonly IamRequest[] = [
    { action: "sqs:ReceiveMessage", resource: names.Webhooks, context: {} },
    {
      action: "sqs:SendMessage",
      resource: `arn:aws:sqs:${place}:drover_test_acme_pool_default`,
      context: {},
    },
  ];
  expect(refusedOf(policies, others)).toEqual(others);
  // Without it a function hands nothing over, and the sweep does a minute later.
  workflow.hasResourceProperties("AWS::Lambda::Function", {
    Timeout: 290,
    Environment: {
      Variables: Match.objectLike({
        DROVER_BATCH_STATE_MACHINE_ARN: Match.anyValue(),
        DROVER_WEBHOOK_QUEUE_URL: Match.anyValue(),
      }),
    },
  });
});
