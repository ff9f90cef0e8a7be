import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import {
  CreateStateMachineCommand,
  StartExecutionCommand,
  StopExecutionCommand,
  UpdateStateMachineCommand,
} from "@aws-sdk/client-sfn";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Cloud, startCloud } from "#local/cloud/start-cloud.ts";
import { Pool } from "#shared/contracts/farm/pool.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { DeviceId, TenantId } from "#shared/contracts/values/ids.ts";
import { type AwsClients, closeAwsClients, createAwsClients } from "#shared/storage/clients/aws-clients.ts";
import { createRepositories, type Repositories } from "#shared/storage/repositories.ts";
import { oneModel } from "../one-model.ts";
import { hostId, jobIdOf, sampleFacts, sampleJob } from "../shared/storage/sample-records.ts";
import { usualRetention } from "../shared/storage/usual-retention.ts";

const tenantId = TenantId.parse("local");
const earlier = new Date(Date.now() - 600_000).toISOString();
const later = new Date(Date.now() + 600_000).toISOString();

let parent: string;
let cloud: Cloud;
let clients: AwsClients;
let lambda: LambdaClient;
let repositories: Repositories;
let count = 0;

beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), "drover-broken-"));
  const model = oneModel("http://127.0.0.1:9", "none");
  cloud = await startCloud({ dir: path.join(parent, "cloud"), tenantId, model });
  clients = createAwsClients(cloud);
  const { region, credentials } = cloud;
  lambda = new LambdaClient({ region, credentials, endpoint: cloud.endpoints.lambda });
  repositories = createRepositories({
    ...usualRetention,
    dynamodb: clients.dynamodb,
    tableName: cloud.tableName,
  });
  const queueUrl = `${cloud.endpoints.sqs}/000000000000/any`;
  const pool = { schemaVersion: 1, tenantId, pool: "default", queueUrl, updatedAt: earlier };
  await repositories.pools.put(Pool.parse(pool));
});
afterAll(async () => {
  lambda.destroy();
  closeAwsClients(clients);
  await cloud.close();
  await rm(parent, { recursive: true });
});

interface Lost {
  readonly job: Job;
  readonly deviceId: DeviceId;
}

/** A job of its own that holds a device of its own, by the writes that a host does. */
async function runningJob(leaseExpiresAt = later): Promise<Lost> {
  count += 1;
  const jobId = jobIdOf(count);
  const deviceId = DeviceId.parse(`${hostId}.phone-${count}`);
  await repositories.jobs.create(sampleJob({ tenantId, jobId, createdAt: earlier }));
  await repositories.devices.register(sampleFacts({ tenantId, deviceId }), earlier);
  const device = await repositories.devices.claim({
    ...{ tenantId, deviceId, jobId, at: earlier, allowDirty: true },
    expiresAt: leaseExpiresAt,
  });
  const leaseEpoch = device?.leaseEpoch ?? 0;
  const claim = { tenantId, jobId, acquisition: 1, deviceId, hostId, leaseEpoch, at: earlier };
  const job = await repositories.jobs.claim(claim);
  if (job === null || job === "noRoom") throw new Error("not claimed");
  return { job, deviceId };
}

/** Executions of the deployment's own machine: what its states do is what breaks it. */
async function jobMachineWith(state: object, rest: object = {}): Promise<void> {
  const definition = { QueryLanguage: "JSONata", StartAt: "Only", ...rest, States: { Only: state } };
  await clients.sfn.send(
    new UpdateStateMachineCommand({
      stateMachineArn: cloud.stateMachineArn,
      definition: JSON.stringify(definition),
    }),
  );
}

async function started({ job }: Lost): Promise<string> {
  const input = JSON.stringify({ schemaVersion: 1, tenantId, jobId: job.jobId });
  const { executionArn = "" } = await clients.sfn.send(
    new StartExecutionCommand({ stateMachineArn: cloud.stateMachineArn, name: job.jobId, input }),
  );
  return executionArn;
}

async function ended({ job }: Lost): Promise<Job> {
  for (const signal = AbortSignal.timeout(50_000); ; await after(10)) {
    const now = await repositories.jobs.get(tenantId, job.jobId);
    if (now?.status === "finished") return now;
    signal.throwIfAborted();
  }
}

/** Ended for what it was, and its device is the next one's who asks. */
async function expectLetGo(lost: Lost, reason: RegExp): Promise<void> {
  expect(await ended(lost)).toMatchObject({
    outcome: "inconclusive",
    outcomeReason: expect.stringMatching(reason),
  });
  const { deviceId, job } = lost;
  const next = { tenantId, deviceId, jobId: jobIdOf(9_000 + count), expiresAt: later };
  let device = null;
  for (const signal = AbortSignal.timeout(50_000); device === null; await after(10)) {
    signal.throwIfAborted();
    const at = new Date().toISOString();
    device = await repositories.devices.claim({ ...next, at, allowDirty: true });
  }
  expect(device).toMatchObject({ state: "leased", leaseEpoch: (job.leaseEpoch ?? 0) + 1 });
}

const forAnHour = { Type: "Wait", Seconds: 3_600, End: true };
const sweep = () => lambda.send(new InvokeCommand({ FunctionName: "sweep-executions", Payload: "{}" }));

it("[fault D28] States.Runtime: a job is ended and its device let go as soon as its execution fails", async () => {
  const lost = await runningJob();
  // Deeper than what the service takes from a state.
  const deep = "{% $reduce([1..1100], function($inner, $n) { {'in': $inner} }, 0) %}";
  await jobMachineWith({ Type: "Pass", Output: deep, End: true });
  await started(lost);
  await expectLetGo(lost, /FAILED: States\.Runtime/);
});

it("[fault D28] States.DataLimitExceeded: so it is when a state's output is too large", async () => {
  const lost = await runningJob();
  await jobMachineWith({ Type: "Pass", Output: "{% $pad('', 300000, 'x') %}", End: true });
  await started(lost);
  await expectLetGo(lost, /FAILED: States\.DataLimitExceeded/);
});

it("[fault D28] StopExecution: so it is when somebody stops it from outside", async () => {
  const lost = await runningJob();
  await jobMachineWith(forAnHour);
  const executionArn = await started(lost);
  await clients.sfn.send(new StopExecutionCommand({ executionArn, error: "Gone", cause: "by hand" }));
  await expectLetGo(lost, /ABORTED: Gone: by hand/);
});

it("[fault D28] abort: so it is when the execution that waited for it is stopped", async () => {
  const lost = await runningJob();
  await jobMachineWith(forAnHour);
  const definition = JSON.stringify({
    QueryLanguage: "JSONata",
    StartAt: "RunJob",
    States: {
      RunJob: {
        Type: "Task",
        Resource: "arn:aws:states:::states:startExecution.sync:2",
        Arguments: {
          StateMachineArn: cloud.stateMachineArn,
          Input: { schemaVersion: 1, tenantId, jobId: lost.job.jobId },
        },
        End: true,
      },
    },
  });
  const roleArn = "arn:aws:iam::000000000000:role/outer";
  const { stateMachineArn } = await clients.sfn.send(
    new CreateStateMachineCommand({ name: "outer", definition, roleArn }),
  );
  const { executionArn } = await clients.sfn.send(new StartExecutionCommand({ stateMachineArn }));
  await clients.sfn.send(new StopExecutionCommand({ executionArn }));
  await expectLetGo(lost, /ABORTED/);
});

it("[fault D28] TimeoutSeconds: so it is when its machine's time is over", async () => {
  const lost = await runningJob();
  await jobMachineWith(forAnHour, { TimeoutSeconds: 1 });
  await started(lost);
  await expectLetGo(lost, /TIMED_OUT/);
});

it("[fault D28] queued without an execution: the sweep ends a job that was stored and never started", async () => {
  count += 1;
  const job = sampleJob({ tenantId, jobId: jobIdOf(count), createdAt: earlier });
  const young = sampleJob({ tenantId, jobId: jobIdOf(8_000), createdAt: new Date().toISOString() });
  for (const one of [job, young]) await repositories.jobs.create(one);
  await sweep();
  expect(await repositories.jobs.get(tenantId, job.jobId)).toMatchObject({
    outcome: "inconclusive",
    outcomeReason: expect.stringMatching(/never started/),
  });
  // Whoever stored it may be about to start it.
  expect(await repositories.jobs.get(tenantId, young.jobId)).toMatchObject({ status: "queued" });
});

it("[fault D28] running without a heartbeat: the sweep ends a job whose lease nobody renews and whose execution nobody knows", async () => {
  const [lost, held] = [await runningJob(earlier), await runningJob(later)];
  await sweep();
  await expectLetGo(lost, /no longer known, and nobody renews its lease/);
  expect(await repositories.jobs.get(tenantId, held.job.jobId)).toMatchObject({ status: "running" });
});

it("[fault D15] leaves open for an hour what was stopped as maintenance: it is to be redriven", async () => {
  const lost = await runningJob();
  await jobMachineWith(forAnHour);
  const executionArn = await started(lost);
  await clients.sfn.send(new StopExecutionCommand({ executionArn, error: "Maintenance" }));
  await sweep();
  expect(await repositories.jobs.get(tenantId, lost.job.jobId)).toMatchObject({ status: "running" });
});
