import { afterAll, beforeAll, expect, it } from "vitest";
import { silentLogger } from "#device-host/host-logger.ts";
import type { HostServices } from "#device-host/host-services.ts";
import { handOn } from "#device-host/lease/another-host.ts";
import { HostId, PoolName } from "#shared/contracts/values/ids.ts";
import type { AcquireCommand } from "#shared/contracts/workflow/host-command.ts";
import { at, hostId, jobIdOf, tenantId } from "../../shared/storage/sample-records.ts";
import { startStorage, type TestStorage } from "../../shared/storage/start-storage.ts";

let storage: TestStorage;
let services: HostServices;
beforeAll(async () => {
  storage = await startStorage();
  const { repositories } = storage;
  const clock = { now: () => new Date(at) };
  const own = { tenantId, hostId, pool: PoolName.parse("default"), logger: silentLogger };
  // What handing on reads of a host; the rest belongs to devices, of which there is none here.
  services = { ...own, repositories, clock } as unknown as HostServices;
});
afterAll(() => storage.close());

const other = HostId.parse("host-b");
const register = (change: Readonly<Record<string, unknown>> = {}) =>
  storage.repositories.hosts.put({
    schemaVersion: 1,
    tenantId,
    hostId: other,
    pool: PoolName.parse("default"),
    commandQueueUrl: "http://127.0.0.1/000000000000/host-b",
    state: "online",
    version: "0.1.0",
    deviceCount: 1,
    startedAt: at,
    heartbeatAt: at,
    ...change,
  });

const command = (handedOn = 0): AcquireCommand => ({
  schemaVersion: 1,
  kind: "acquire",
  taskToken: "token",
  tenantId,
  jobId: jobIdOf(1),
  acquisition: 1,
  requirements: { otherHost: { than: [hostId], messageGroupId: "acme.batch", handedOn } },
});

async function handedOn(asked: AcquireCommand) {
  const done: unknown[] = [];
  const message = {
    body: JSON.stringify(asked),
    settle: async () => void done.push("settled"),
    hold: async () => void done.push("held"),
    sendAnew: async (body: string, group: string, seconds: number) =>
      void done.push({ body: JSON.parse(body), group, seconds }),
  };
  return { answer: await handOn(asked, message, services), done };
}

it("a job that is to run elsewhere is handed on to a host that could take it, as a new message of its group", async () => {
  await register();
  const { answer, done } = await handedOn(command());
  expect(answer).toBe(true);
  expect(done).toEqual([{ body: command(1), group: "acme.batch", seconds: 2 }, "settled"]);
});

it.each([
  ["is silent", { heartbeatAt: "2025-12-31T23:59:00.000Z" }],
  ["takes no work", { state: "draining" }],
  ["has no device", { deviceCount: 0 }],
  ["is of another pool", { pool: PoolName.parse("tablets") }],
])("it stays here when the only other host %s", async (_why, change) => {
  await register(change);
  expect(await handedOn(command())).toEqual({ answer: false, done: [] });
});

it("it stays here when nobody took it for long, and a job that may run anywhere is never handed on", async () => {
  await register();
  expect((await handedOn(command(30))).answer).toBe(false);
  expect((await handedOn({ ...command(), requirements: {} })).answer).toBe(false);
});
