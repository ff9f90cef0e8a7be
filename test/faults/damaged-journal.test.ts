import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { StartExecutionCommand, UpdateStateMachineCommand } from "@aws-sdk/client-sfn";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Cloud, startCloud } from "#local/cloud/start-cloud.ts";
import { Batch } from "#shared/contracts/batch/batch.ts";
import { Pool } from "#shared/contracts/farm/pool.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { BatchId, DeviceId, TenantId } from "#shared/contracts/values/ids.ts";
import { type AwsClients, closeAwsClients, createAwsClients } from "#shared/storage/clients/aws-clients.ts";
import { createRepositories, type Repositories } from "#shared/storage/repositories.ts";
import { oneModel } from "../one-model.ts";
import { hostId, jobIdOf, sampleFacts, sampleJob } from "../shared/storage/sample-records.ts";
import { usualRetention } from "../shared/storage/usual-retention.ts";

const tenantId = TenantId.parse("local");
const earlier = new Date(Date.now() - 600_000).toISOString();
const later = new Date(Date.now() + 600_000).toISOString();
const model = oneModel("http://127.0.0.1:9", "none");

let parent: string;
let cloud: Cloud;
let clients: AwsClients;
let repositories: Repositories;
const said: string[] = [];

async function start(): Promise<void> {
  const report = (line: string): void => void said.push(line);
  cloud = await startCloud({ dir: path.join(parent, "cloud"), tenantId, model, report });
  clients = createAwsClients(cloud);
  const { dynamodb } = clients;
  repositories = createRepositories({ ...usualRetention, dynamodb, tableName: cloud.tableName });
}

async function stop(): Promise<void> {
  closeAwsClients(clients);
  await cloud.close();
}

beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), "drover-damaged-"));
});
afterEach(() => rm(parent, { recursive: true }));

/** By the writes that a submission and a host do: it runs on a device of its own, whose lease ends at that time. */
async function runningJob(n: number, leaseEnds: string): Promise<Job> {
  const [jobId, deviceId] = [jobIdOf(n), DeviceId.parse(`${hostId}.phone-${n}`)];
  await repositories.jobs.create(sampleJob({ tenantId, jobId, createdAt: earlier }));
  await repositories.devices.register(sampleFacts({ tenantId, deviceId }), earlier);
  const lease = { tenantId, deviceId, jobId, at: earlier, allowDirty: true, expiresAt: leaseEnds };
  const leaseEpoch = (await repositories.devices.claim(lease))?.leaseEpoch ?? 0;
  const claim = { tenantId, jobId, acquisition: 1, deviceId, hostId, leaseEpoch, at: earlier };
  const job = await repositories.jobs.claim(claim);
  if (job === null || job === "noRoom") throw new Error("not claimed");
  const input = JSON.stringify({ schemaVersion: 1, tenantId, jobId });
  const { stateMachineArn } = cloud;
  await clients.sfn.send(new StartExecutionCommand({ stateMachineArn, name: jobId, input }));
  return job;
}

async function runningBatch(executionArn: string): Promise<BatchId> {
  const batchId = BatchId.parse("01B00000000000000000000001");
  const some = { schemaVersion: 1, tenantId, batchId, name: "b", settings: {}, lineCount: 1, manifest: [] };
  await repositories.batches.create(
    Batch.parse({ ...some, status: "running", run: 1, executionArn, createdAt: earlier }),
  );
  return batchId;
}

const jobNow = (job: Job) => repositories.jobs.get(tenantId, job.jobId);

it("[fault D24] jobs and batches whose executions a damaged journal lost end, say so, and are told from those that go on", async () => {
  await start();
  await repositories.pools.put(
    Pool.parse({
      schemaVersion: 1,
      tenantId,
      pool: "default",
      queueUrl: "http://127.0.0.1/q",
      updatedAt: earlier,
    }),
  );
  const wait = { Type: "Wait", Seconds: 3_600, End: true };
  const definition = JSON.stringify({ QueryLanguage: "JSONata", StartAt: "Wait", States: { Wait: wait } });
  await clients.sfn.send(
    new UpdateStateMachineCommand({ stateMachineArn: cloud.stateMachineArn, definition }),
  );
  const held = await runningJob(1, later);
  const setBack = await runningJob(2, earlier);
  await stop();
  const journal = path.join(parent, "cloud", "step-functions", "step-functions.sqlite");
  await cp(journal, path.join(parent, "older"));
  await start();
  const lost = await runningJob(3, earlier);
  const batchId = await runningBatch(
    `${cloud.stateMachineArn.replace(":stateMachine:job", ":execution:batch")}:lost-1`,
  );
  await stop();
  // What came since is missing, as after bytes of the log are.
  await cp(path.join(parent, "older"), journal);

  said.length = 0;
  await start();
  expect(said).toEqual([
    expect.stringMatching(/^The journal .* is damaged: .* Jobs whose executions are lost/),
  ]);
  const { region, credentials } = cloud;
  const lambda = new LambdaClient({ region, credentials, endpoint: cloud.endpoints.lambda });
  await lambda.send(new InvokeCommand({ FunctionName: "sweep-executions", Payload: "{}" }));
  const because = /the engine's journal was damaged when the farm was started at 20/;
  expect(await jobNow(lost)).toMatchObject({
    outcome: "inconclusive",
    outcomeReason: expect.stringMatching(because),
  });
  await expect
    .poll(() => jobNow(setBack))
    .toMatchObject({
      outcome: "inconclusive",
      outcomeReason: expect.stringMatching(because),
    });
  expect(await jobNow(held)).toMatchObject({ status: "running" });
  expect(await repositories.batches.get(tenantId, batchId)).toMatchObject({
    status: "failed",
    statusReason: expect.stringMatching(because),
  });
  lambda.destroy();
  await stop();
});

it("[fault D24] a journal and a table that are no databases are refused with what to do", async () => {
  await start();
  await stop();
  for (const [file, what] of [
    ["step-functions/step-functions.sqlite", "executions"],
    ["tables/tables.sqlite", "tables"],
  ] as const) {
    await writeFile(path.join(parent, "cloud", file), "no database ".repeat(1_000));
    await expect(startCloud({ dir: path.join(parent, "cloud"), tenantId, model })).rejects.toMatchObject({
      code: "ConfigurationInvalid",
      message: expect.stringMatching(
        new RegExp(`^The ${what} in .* cannot be opened: file is not a database`),
      ),
      advice: [expect.stringMatching(/^The file is damaged\. Put back a copy .* or move it away/)],
    });
  }
});
