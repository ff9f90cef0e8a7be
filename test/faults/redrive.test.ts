import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import {
  GetExecutionHistoryCommand,
  RedriveExecutionCommand,
  StopExecutionCommand,
} from "@aws-sdk/client-sfn";
import { type RunningPhones, startPhones } from "@drover/virtual-android";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { systemClock } from "#device-host/host-clock.ts";
import { silentLogger } from "#device-host/host-logger.ts";
import { type RunningHost, startHost } from "#device-host/start-host.ts";
import { type Cloud, startCloud } from "#local/cloud/start-cloud.ts";
import { jobPrefix } from "#shared/contracts/farm/keys.ts";
import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { JobId, TenantId } from "#shared/contracts/values/ids.ts";
import { unsupervised } from "#shared/rules/supervision-of.ts";
import { toNormalised } from "#shared/screen/coordinates.ts";
import { createArtifacts } from "#shared/storage/artifacts/artifacts.ts";
import { type AwsClients, closeAwsClients, createAwsClients } from "#shared/storage/clients/aws-clients.ts";
import { createRepositories, type Repositories } from "#shared/storage/repositories.ts";
import { type ScriptedReply, startScriptedModel } from "../functions/scripted-model.ts";
import { oneModel } from "../one-model.ts";
import { usualRetention } from "../shared/storage/usual-retention.ts";

const tenantId = TenantId.parse("local");
const JobCreated = z.object({ jobId: JobId });
const finish = { action: "FINISH", status: "success", thinking: "It is done." };

/** The whole farm in one process: what a test spies on is what the job reaches. */
describe("an execution that was stopped between an action's plan and the action, and is redriven later", () => {
  let dir: string;
  let model: Awaited<ReturnType<typeof startScriptedModel>>;
  let phones: RunningPhones;
  let cloud: Cloud;
  let clients: AwsClients;
  let repositories: Repositories;
  let host: RunningHost;
  let sleptMilliseconds = 0;

  beforeEach(async () => {
    dir = await mkdtemp(path.join(tmpdir(), "drover-redrive-"));
    model = await startScriptedModel();
    phones = await startPhones({ count: 1, dir: path.join(dir, "phones") });
    cloud = await startCloud({
      dir: path.join(dir, "cloud"),
      tenantId,
      model: oneModel(model.url, "none"),
    });
    clients = createAwsClients(cloud);
    repositories = createRepositories({
      ...usualRetention,
      dynamodb: clients.dynamodb,
      tableName: cloud.tableName,
    });
    host = await startHost({
      stage: cloud.stage,
      tenantId,
      hostId: "host-a",
      pool: "default",
      devices: { host: "127.0.0.1", port: phones.adbPort },
      dir: path.join(dir, "host"),
      aws: cloud,
      tableName: cloud.tableName,
      bucketName: cloud.bucketName,
      logger: silentLogger,
      clock: { ...systemClock, monotonic: () => systemClock.monotonic() + sleptMilliseconds },
    });
  });
  afterEach(async () => {
    sleptMilliseconds = 0;
    await host.close();
    closeAwsClients(clients);
    await cloud.close();
    await phones.close();
    await model.close();
    await rm(dir, { recursive: true });
  });

  const until = async <Found>(probe: () => Promise<Found | null | undefined | false>): Promise<Found> => {
    for (const signal = AbortSignal.timeout(50_000); ; await after(10)) {
      const found = await probe();
      if (found) return found;
      signal.throwIfAborted();
    }
  };
  const submit = async (task: string): Promise<JobId> => {
    const response = await fetch(`${cloud.endpoints.api}/v1/jobs`, {
      method: "POST",
      headers: { authorization: `Bearer ${cloud.token}`, "content-type": "application/json" },
      body: JSON.stringify({ task, supervision: unsupervised }),
    });
    return JobCreated.parse(await response.json()).jobId;
  };
  const asked = (count: number) => until(async () => model.requests.length >= count);
  const ended = (jobId: JobId) =>
    until(async () => {
      const job = await repositories.jobs.get(tenantId, jobId);
      return job?.status === "finished" && job;
    });
  const executionOf = (jobId: JobId): string =>
    `${cloud.stateMachineArn.replace(":stateMachine:", ":execution:")}:${jobId}`;
  /** The states that were entered since the execution was redriven, without the one it had been in. */
  const statesAfterRedrive = async (jobId: JobId): Promise<readonly string[]> => {
    const request = { executionArn: executionOf(jobId), maxResults: 1_000 };
    const { events = [] } = await clients.sfn.send(new GetExecutionHistoryCommand(request));
    const redriven = events.findIndex(({ type }) => type === "ExecutionRedriven");
    return events.slice(redriven).flatMap((event) => event.stateEnteredEventDetails?.name ?? []);
  };

  /** A job whose tap on an app's icon is planned and stored, but was never sent. */
  async function stoppedBeforeItsTap() {
    const [phone] = phones.phones;
    if (phone === undefined) throw new Error("no phone");
    const reply = Promise.withResolvers<ScriptedReply>();
    model.answer(reply.promise);
    const jobId = await submit("Open the settings");
    await asked(1);
    await clients.sfn.send(
      new StopExecutionCommand({ executionArn: executionOf(jobId), error: "Maintenance" }),
    );
    const artifacts = createArtifacts({ s3: clients.s3, s3Links: clients.s3, bucketName: cloud.bucketName });
    const keys = await artifacts.list(jobPrefix(tenantId, jobId));
    const treeKey = keys.find((key) => key.endsWith("tree.json")) ?? "";
    const { elements } = await artifacts.getJson(treeKey, SemanticUITree);
    const icon = elements.find(({ text }) => text === "Settings");
    if (icon === undefined) throw new Error("no icon of the settings");
    const { left, top, right, bottom } = icon.bounds;
    const pixel = { x: (left + right) / 2, y: (top + bottom) / 2 };
    const coordinate = toNormalised(pixel, { width: 1080, height: 2400 });
    reply.resolve({ action: "tap", coordinate, thinking: "The icon opens it." });
    await until(() => repositories.steps.get(tenantId, jobId, 1));
    return { jobId, phone, pixel };
  }

  it("[fault D15] touches nothing while the device is another job's, and begins with a device of its own and a look at it", async () => {
    const { jobId, phone } = await stoppedBeforeItsTap();
    const taps = vi.spyOn(phone.input, "tap");
    phones.devices.detach(phone.serial);
    await phone.reboot();
    phones.devices.attach(phone);
    const others = Promise.withResolvers<ScriptedReply>();
    model.answer(others.promise, finish);
    const other = await submit("Do something else");
    await asked(2);

    await clients.sfn.send(new RedriveExecutionCommand({ executionArn: executionOf(jobId) }));
    await until(async () => (await repositories.jobs.get(tenantId, jobId))?.status === "queued");
    expect(taps).not.toHaveBeenCalled();
    others.resolve(finish);
    await ended(other);
    // Nothing was done for the task, and nobody looked whether it is done.
    expect(await ended(jobId)).toMatchObject({ outcome: "inconclusive", acquisition: 2 });
    expect(taps).not.toHaveBeenCalled();
    expect(await statesAfterRedrive(jobId)).toEqual([
      ...["RouteAction", "PerformAction", "MapError", "RouteError"],
      ...["AcquireDevice", "SetUpDevice", "PredictAction", "RouteAction"],
      ...["JudgeOutcome", "ReleaseDevice", "FinishJob"],
    ]);
    expect(await repositories.steps.get(tenantId, jobId, 1)).toMatchObject({
      outcome: { ok: false, effect: "none", errorCode: "LeaseLost" },
    });
  }, 60_000);

  it("[fault D15] looks before it acts on a device that it still holds, and touches nothing when the screen is another", async () => {
    const { jobId, phone, pixel } = await stoppedBeforeItsTap();
    await phone.input.tap(pixel.x, pixel.y);
    sleptMilliseconds = 31_000;
    const taps = vi.spyOn(phone.input, "tap");
    model.answer(finish);
    await clients.sfn.send(new RedriveExecutionCommand({ executionArn: executionOf(jobId) }));
    await ended(jobId);
    expect(taps).not.toHaveBeenCalled();
    expect(await repositories.steps.get(tenantId, jobId, 1)).toMatchObject({
      before: { package: "com.android.launcher3" },
      outcome: { ok: false, effect: "none", errorCode: "ScreenChanged" },
      after: { package: "com.android.settings" },
    });
  }, 60_000);
});
