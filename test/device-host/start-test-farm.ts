import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateQueueCommand, SendMessageCommand } from "@aws-sdk/client-sqs";
import { FaultPlan, startPhones } from "@drover/virtual-android";
import { ulid } from "ulid";
import * as z from "zod";
import { silentLogger } from "#device-host/host-logger.ts";
import type { HostOptions } from "#device-host/host-options.ts";
import { startHost } from "#device-host/start-host.ts";
import type { Device } from "#shared/contracts/device/device.ts";
import { Lease } from "#shared/contracts/device/lease.ts";
import { Observation } from "#shared/contracts/device/observation.ts";
import { hostQueueName, poolQueueName } from "#shared/contracts/farm/queue-names.ts";
import { DeviceId, JobId, PoolName } from "#shared/contracts/values/ids.ts";
import type { LeasedCommand } from "#shared/contracts/workflow/host-command.ts";
import { makePool } from "#shared/storage/make-pool.ts";
import {
  sampleJob,
  sampleObservation,
  sampleStep,
  stage,
  tenantId,
} from "../shared/storage/sample-records.ts";
import { startFakeStepFunctions } from "./fake-step-functions.ts";
import { startStorage } from "./start-storage.ts";

const hostId = "host-a";
const Answered = z.object({ observation: Observation.optional() });
/** Everything but the envelope that every leased command has. */
type CommandBody = LeasedCommand extends infer Command
  ? Command extends LeasedCommand
    ? Omit<
        Command,
        | "schemaVersion"
        | "taskToken"
        | "tenantId"
        | "jobId"
        | "deviceId"
        | "epoch"
        | "commandId"
        | "deadlineSeconds"
      >
    : never
  : never;

/** Virtual phones, storage, queues and a stand-in for the task tokens; hosts are started by the test. */
export async function startTestFarm(options: { phones?: number; apiLevels?: readonly number[] } = {}) {
  const dir = await mkdtemp(join(tmpdir(), "drover-host-"));
  const faults = new FaultPlan();
  const phones = await startPhones({
    count: options.phones ?? 1,
    dir: join(dir, "phones"),
    adbFaults: faults,
    apiLevels: options.apiLevels ?? [],
  });
  const storage = await startStorage(dir);
  const steps = await startFakeStepFunctions();
  const aws = { ...storage.config, endpoints: { ...storage.config.endpoints, sfn: steps.url } };
  const { sqs } = storage.clients;
  /** What each job saw last: the screen that its next action is planned on. */
  const seen = new Map<JobId, Observation>();
  const hosts: Awaited<ReturnType<typeof startHost>>[] = [];

  const send = async (queueName: string, body: unknown): Promise<void> => {
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: queueName }));
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(body) }));
  };
  const farm = {
    dir,
    faults,
    phones,
    steps,
    storage,
    repositories: storage.repositories,
    /** In the order in which they were started. */
    hosts,
    send,
    async startHost(change: Partial<HostOptions> = {}) {
      await farm.makePool(change.pool);
      const host = await startHost({
        stage,
        tenantId,
        hostId,
        pool: "default",
        devices: { host: "127.0.0.1", port: phones.adbPort },
        dir: join(dir, "host"),
        aws,
        tableName: storage.tableName,
        bucketName: storage.bucketName,
        logger: silentLogger,
        ...change,
      });
      hosts.push(host);
      return host;
    },
    makePool: (pool = "default") =>
      makePool(
        { sqs, stage, pools: storage.repositories.pools, now: () => new Date() },
        { tenantId, pool: PoolName.parse(pool) },
      ),
    /** Resolves with the device as stored once `condition` holds; fails after 50 seconds: the machine may be busy. */
    device: (index: number, condition: (state: string, epoch: number) => boolean) =>
      farm.waitFor(DeviceId.parse(`${hostId}.${phones.serials[index]}`), ({ state, leaseEpoch }) =>
        condition(state, leaseEpoch),
      ),
    async waitFor(deviceId: DeviceId, condition: (device: Device) => boolean): Promise<Device> {
      const deadline = Date.now() + 50_000;
      for (;;) {
        const device = await storage.repositories.devices.get(tenantId, deviceId);
        if (device !== null && condition(device)) return device;
        if (Date.now() > deadline)
          throw new Error(`device is ${device?.state} at epoch ${device?.leaseEpoch}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    /** Stores a job and sends its request for a device to that queue, the pool's as a rule. */
    async acquire(
      change: Record<string, unknown> = {},
      queueName = poolQueueName(stage, tenantId, "default"),
    ) {
      const jobId = JobId.parse(ulid());
      const { requirements } = sampleJob(change);
      await storage.repositories.jobs.create(sampleJob({ jobId, ...change }));
      const taskToken = `acquire-${jobId}`;
      const request = {
        schemaVersion: 1,
        kind: "acquire",
        taskToken,
        tenantId,
        jobId,
        acquisition: 1,
        requirements,
      };
      await send(queueName, request);
      return { jobId, request, taskToken };
    },
    /** The same for the device of that number and no other. */
    async acquireNamed(index: number, change: Record<string, unknown> = {}) {
      const { deviceId, queueUrl = "" } = await farm.device(index, () => true);
      return farm.acquire({ requirements: { deviceId }, ...change }, queueUrl.split("/").at(-1));
    },
    /** The same for the device of that number as it is. */
    async acquireAsItIs(index: number) {
      const { deviceId } = await farm.device(index, () => true);
      return farm.acquireForked(deviceId);
    },
    /** A device by its id as it is. */
    acquireForked: (deviceId: DeviceId) =>
      farm.acquire({ requirements: { deviceId }, device: "asItIs" }, hostQueueName(stage, tenantId, hostId)),
    async lease(change: Record<string, unknown> = {}) {
      return farm.leaseOf(await farm.acquire(change));
    },
    /** What a request for a device was answered. */
    async leaseOf({ jobId, taskToken }: { readonly jobId: JobId; readonly taskToken: string }) {
      const { output } = await steps.answerTo(taskToken);
      return { jobId, lease: Lease.parse(JSON.parse(output ?? "null")) };
    },
    /** A command of this lease, as the state machine would send it. */
    command: (
      held: { jobId: JobId; lease: Lease },
      body: CommandBody,
      change: Record<string, unknown> = {},
    ) => ({
      schemaVersion: 1,
      taskToken: `token-${ulid()}`,
      tenantId,
      jobId: held.jobId,
      deviceId: held.lease.deviceId,
      epoch: held.lease.epoch,
      commandId: ulid(),
      deadlineSeconds: 30,
      ...body,
      ...change,
    }),
    /** Sends a command and answers what its token is told. A perform's step is stored first. */
    async run(held: { jobId: JobId; lease: Lease }, body: CommandBody, change: Record<string, unknown> = {}) {
      const command = farm.command(held, body, change);
      if (body.kind === "perform") {
        const before = seen.get(held.jobId) ?? sampleObservation();
        await storage.repositories.steps.put(
          sampleStep({
            jobId: held.jobId,
            stepNumber: body.stepNumber,
            actions:
              body.actions.length === 0
                ? [{ action: { action: "remember" } }]
                : body.actions.map((action) => ({ action, deviceAction: action })),
            before,
          }),
        );
      }
      await send(hostQueueName(stage, tenantId, hostId), command);
      const answer = await steps.answerTo(command.taskToken);
      const { observation } = Answered.parse(JSON.parse(answer.output ?? "{}"));
      if (observation !== undefined) seen.set(held.jobId, observation);
      return answer;
    },
    async close(): Promise<void> {
      await Promise.all(hosts.map((host) => host.close()));
      await steps.close();
      await storage.close();
      await phones.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
  return farm;
}
export type TestFarm = Awaited<ReturnType<typeof startTestFarm>>;
