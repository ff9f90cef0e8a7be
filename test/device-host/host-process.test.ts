import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { droverCommand } from "../drover-command.ts";
import { killChild } from "../kill-child.ts";
import { hostId, stage, tenantId } from "../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "./start-test-farm.ts";

const setUp = { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" } as const;

describe("drover hosts run", () => {
  let farm: TestFarm;
  const started: ChildProcess[] = [];
  beforeEach(async () => {
    farm = await startTestFarm();
    await farm.makePool();
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map(killChild));
    await farm.close();
  });

  const start = async (adbPort = farm.phones.adbPort, environment: NodeJS.ProcessEnv = {}) => {
    const { config, tableName, bucketName } = farm.storage;
    const adb = ["--adb-port", String(adbPort)];
    const names = [
      "--host-id",
      hostId,
      "--stage",
      stage,
      "--tenant",
      tenantId,
      "--table",
      tableName,
      "--bucket",
      bucketName,
    ];
    const args = [
      droverCommand,
      "hosts",
      "run",
      ...adb,
      ...names,
      "--dir",
      path.join(farm.dir, "process"),
      "--log",
      "error",
    ];
    const child = spawn(process.execPath, args, {
      stdio: ["ignore", "pipe", "ignore"],
      env: {
        ...process.env,
        AWS_REGION: config.region,
        AWS_ACCESS_KEY_ID: "test",
        AWS_SECRET_ACCESS_KEY: "test",
        AWS_ENDPOINT_URL_S3: config.endpoints.s3,
        AWS_ENDPOINT_URL_SQS: config.endpoints.sqs,
        AWS_ENDPOINT_URL_DYNAMODB: config.endpoints.dynamodb,
        AWS_ENDPOINT_URL_SFN: farm.steps.url,
        ...environment,
      },
    });
    started.push(child);
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    return {
      child,
      ready: JSON.parse(line.toString("utf8")) as { hostId: string; url: string; token: string },
    };
  };

  it("tells its adb server of emulators where they are units of the system, and else of none", async () => {
    const heard: string[] = [];
    const told = Promise.withResolvers<void>();
    const tap = createServer((socket) => {
      const adb = connect(farm.phones.adbPort, "127.0.0.1");
      socket.on("data", (bytes) => {
        heard.push(bytes.toString("latin1"));
        if (/host:emulator:\d+$/.test(heard.at(-1) ?? "")) told.resolve();
      });
      for (const one of [socket, adb]) one.on("error", () => one.destroy());
      socket.pipe(adb).pipe(socket);
    });
    await new Promise<void>((resolve) => tap.listen(0, "127.0.0.1", resolve));
    const { port } = tap.address() as AddressInfo;
    const { child } = await start(port);
    await killChild(child);
    expect(heard.filter((text) => text.includes("host:emulator:"))).toEqual([]);
    await start(port, { DROVER_EMULATOR_UNITS: "true" });
    await told.promise;
    await Promise.all(started.splice(0).map(killChild));
    tap.close();
  });

  it("ends when 'drover hosts drain' asks it, with exit code 0, and leaves nothing that says it runs", async () => {
    const { child } = await start();
    const ended = once(child, "exit");
    const drain = () =>
      promisify(execFile)(process.execPath, [
        droverCommand,
        "hosts",
        "drain",
        "--dir",
        path.join(farm.dir, "process"),
      ]);
    expect((await drain()).stdout).toBe(`${hostId} has ended\n`);
    expect(await ended).toEqual([0, null]);
    await expect(drain()).rejects.toMatchObject({ stderr: expect.stringContaining("No host runs on") });
  });

  it("says on one line where it listens, and ends cleanly on SIGTERM", async () => {
    const { child, ready } = await start();
    expect(ready).toEqual({
      hostId,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      token: expect.any(String),
    });
    const health = await fetch(`${ready.url}/health`, {
      headers: { authorization: `Bearer ${ready.token}` },
    });
    expect(await health.json()).toMatchObject({ state: "online", devices: [{}] });
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(await farm.repositories.hosts.get(tenantId, hostId)).toMatchObject({ state: "offline" });
  });

  it("[fault D6] killed in mid-job, it goes on with the lease when it is started again", async () => {
    const first = await start();
    const held = await farm.lease();
    await farm.run(held, setUp);
    await killChild(first.child);
    await start();
    expect(await farm.run(held, setUp)).toMatchObject({ operation: "SendTaskSuccess" });
    expect(JSON.parse((await farm.run(held, { kind: "release" })).output ?? "")).toEqual({ clean: true });
  });

  it("[fault D7] stopped until its lease was taken over, it touches nothing when it goes on", async () => {
    const { child } = await start();
    const held = await farm.lease();
    await farm.run(held, setUp);
    child.kill("SIGSTOP");
    const { deviceId, epoch } = held.lease;
    const at = new Date().toISOString();
    await farm.repositories.devices.transition({ tenantId, deviceId, epoch, state: "ready", at });
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    await farm.repositories.devices.claim({
      tenantId,
      deviceId,
      jobId: held.jobId,
      expiresAt,
      at,
      allowDirty: false,
    });
    child.kill("SIGCONT");
    const later = { ...held, lease: { ...held.lease, epoch: epoch + 1 } };
    const action = { action: "tap" as const, coordinate: [0.5, 0.5] as [number, number] };
    const answer = await farm.run(later, {
      kind: "perform",
      stepNumber: 1,
      actions: [action],
      modelPicture: null,
      ocr: "never",
    });
    expect(answer).toMatchObject({ operation: "SendTaskFailure", error: "LeaseLost" });
  });
});
