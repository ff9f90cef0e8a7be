import { readFile } from "node:fs/promises";
import path from "node:path";
import { GetQueueAttributesCommand } from "@aws-sdk/client-sqs";
import { startEngine } from "@drover/step-functions";
import { expect, it, vi } from "vitest";
import { openCommandQueue } from "#device-host/delivery/command-queue.ts";
import { handler as prepareJob } from "#functions/prepare-job.ts";
import { deadLetterQueueName, poolQueueName } from "#shared/contracts/farm/queue-names.ts";
import { TenantId } from "#shared/contracts/values/ids.ts";
import { invoke, startFunctions, type TestFunctions } from "../functions/start-functions.ts";
import { jobIdOf, sampleJob, stage, tenantId } from "../shared/storage/sample-records.ts";

const definitionFile = path.resolve(import.meta.dirname, "../../state-machines/job.asl.json");
const other = TenantId.parse("other");
const floodJobs = 30;

/** The state of the real definition in which a job waits for a device, alone. */
async function waitingMachine(): Promise<string> {
  const { States } = JSON.parse(await readFile(definitionFile, "utf8"));
  const { Catch: _toMapError, Assign: _lease, Next: _next, ...AcquireDevice } = States.AcquireDevice;
  const Begin = {
    Type: "Pass",
    Assign: { job: "{% $states.input.prepared %}", acquisition: 1 },
    Next: "AcquireDevice",
  };
  return JSON.stringify({
    QueryLanguage: "JSONata",
    StartAt: "Begin",
    States: { Begin, AcquireDevice: { ...AcquireDevice, End: true } },
  });
}

async function openFloodedQueue(functions: TestFunctions) {
  const { config, clients } = functions.storage;
  const name = poolQueueName(stage, tenantId, "default");
  const queue = await openCommandQueue(clients.sqs, name, deadLetterQueueName(stage));
  const engine = await startEngine({
    dataDir: null,
    port: null,
    region: config.region,
    accountId: "000000000000",
    credentials: { ...config.credentials },
    endpoints: { sqs: config.endpoints.sqs },
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers are read as they come
  const call = (action: string, input: object): Promise<any> => engine.api.call(action, input as never);
  const { stateMachineArn } = await call("CreateStateMachine", {
    name: "waiting",
    definition: await waitingMachine(),
    roleArn: "arn:aws:iam::000000000000:role/job",
  });
  const submit = async (owner: TenantId, number: number, batchId?: string): Promise<void> => {
    const place = { itemKey: "0123456789abcdef0123", taskId: "t", variant: "default", epoch: 1, attempt: 1 };
    const job = sampleJob({
      tenantId: owner,
      jobId: jobIdOf(number),
      poolQueueUrl: queue.url,
      ...(batchId === undefined ? {} : { batch: { batchId, ...place } }),
    });
    await functions.repositories.jobs.create(job);
    const input = { schemaVersion: 1, tenantId: owner, jobId: job.jobId };
    const prepared = await invoke(prepareJob, input);
    await call("StartExecution", { stateMachineArn, input: JSON.stringify({ ...input, prepared }) });
  };
  const waiting = async (): Promise<number> => {
    const { Attributes } = await clients.sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl: queue.url,
        AttributeNames: ["ApproximateNumberOfMessages"],
      }),
    );
    return Number(Attributes?.ApproximateNumberOfMessages);
  };
  return { queue, submit, waiting, close: () => engine.close() };
}

it("[fault D17] gives the next free device to the tenant that waits with one job, not to the one with many", async () => {
  const functions = await startFunctions();
  const { queue, submit, waiting, close } = await openFloodedQueue(functions);
  try {
    for (let number = 1; number <= floodJobs; number += 1) await submit(tenantId, number);
    await submit(other, floodJobs + 1);
    await vi.waitFor(async () => expect(await waiting()).toBe(floodJobs + 1), { timeout: 60_000 });
    const served: string[] = [];
    while (served.length < 4) {
      const [message] = await queue.receive(1, 1, new AbortController().signal);
      if (!message) continue;
      served.push(JSON.parse(message.body).tenantId);
      // As a host does once it has claimed its device: nothing stays in flight that could tell who has much.
      await message.settle();
    }
    expect(served).toEqual([tenantId, other, tenantId, tenantId]);
  } finally {
    await close();
    await functions.close();
  }
});

it("[fault D17] lets two batches of one tenant, its single job and another tenant's take turns", async () => {
  const functions = await startFunctions();
  const { queue, submit, waiting, close } = await openFloodedQueue(functions);
  const [large, small] = ["01B00000000000000000000001", "01B00000000000000000000002"];
  try {
    for (let number = 1; number <= floodJobs; number += 1) await submit(tenantId, number, large);
    await submit(tenantId, floodJobs + 1, small);
    await submit(tenantId, floodJobs + 2);
    await submit(other, floodJobs + 3);
    await vi.waitFor(async () => expect(await waiting()).toBe(floodJobs + 3), { timeout: 60_000 });
    const served: number[] = [];
    while (served.length < 5) {
      const [message] = await queue.receive(1, 1, new AbortController().signal);
      if (!message) continue;
      served.push(Number(JSON.parse(message.body).jobId.slice(3)));
      await message.settle();
    }
    // Of the large batch one, then each of the others waits for no more than the next release.
    expect(served[0]).toBeLessThanOrEqual(floodJobs);
    expect(served.slice(1, 4).toSorted()).toEqual([floodJobs + 1, floodJobs + 2, floodJobs + 3]);
    expect(served[4]).toBeLessThanOrEqual(floodJobs);
  } finally {
    await close();
    await functions.close();
  }
});
