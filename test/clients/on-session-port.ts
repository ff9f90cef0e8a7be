import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createBatchClient } from "#cli/batch/batch-client.ts";
import { createSessionClient } from "#cli/session-client.ts";
import { startFarm } from "#local/farm.ts";
import { answeringPort, openOnPhone, startAnswering } from "./answering-port.ts";
import { onAppium, type TestResults } from "./appium/on-appium.ts";
import { type CheckResults, checkFunctions } from "./check-functions.ts";
import type { PhoneClient } from "./client-phone.ts";
import { connectMcp } from "./mobile-mcp.ts";
import { runProgram } from "./run-program.ts";
import { driveByRpc, tryUiautomator2 } from "./uiautomator2.ts";

interface SessionTried {
  readonly rows: readonly { readonly client: string; readonly results: readonly [CheckResults] }[];
  /** Of WebdriverIO through Appium's server and driver. */
  readonly appium: TestResults;
  /** What is no function of every client. */
  readonly besides: readonly string[];
}

/** A farm, one session whose port each client drives in turn, each in its own session, and a batch on the other phones. @throws Error when the batch suffered */
export async function onSessionPort(
  clients: readonly PhoneClient[],
  size: { readonly phones: number; readonly jobs: number },
): Promise<SessionTried> {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-clients-"));
  const answer = await startAnswering("a session");
  const farm = await startFarm({
    dir: path.join(dir, "farm"),
    phones: size.phones,
    environment: process.env,
    report: () => {},
  });
  try {
    const batches = createBatchClient(farm.file);
    const { batchId } = await batches.submit(batchOf(size.jobs));
    const rows: { client: string; results: readonly [CheckResults] }[] = [];
    for (const client of clients)
      rows.push(
        await inSession(farm.file, dir, async (port, serial, own) => {
          await using connected = await client.connect({ port, dir: own });
          // A session opens no port of the host to its phone: the farm does.
          await openOnPhone(farm.file.adb?.port ?? 0, serial, answer.port);
          const on = {
            port,
            serial,
            serials: [serial],
            dir: own,
            answeringPort,
            answer: "a session",
            reboots: false,
          };
          return {
            client: client.name,
            results: [await checkFunctions(connected.phone(serial), on)] as const,
          };
        }),
      );
    const appium = await inSession(farm.file, dir, (port, serial, own) => onAppium(port, serial, own));
    const besides = await inSession(farm.file, dir, tryBesides);
    const { counts } = await ended(batches, batchId);
    return { rows, appium, besides: [...besides, `batch beside them: ${JSON.stringify(counts)}`] };
  } finally {
    await farm.close();
    answer.close();
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A session of its own: a device that was cleaned before. */
async function inSession<T>(
  file: Parameters<typeof createSessionClient>[0],
  dir: string,
  work: (port: number, serial: string, own: string) => Promise<T>,
): Promise<T> {
  const sessions = createSessionClient(file);
  const { sessionId } = await sessions.begin({
    idleTimeoutSeconds: 600,
    hardTimeoutSeconds: 1_800,
  });
  while ((await sessions.read(sessionId, 20)).status !== "ready");
  const { port, serial } = await sessions.openAdb(sessionId, 600);
  if (port === null) throw new Error("The session has no port.");
  try {
    return await work(port, serial, await mkdtemp(path.join(dir, "client-")));
  } finally {
    await sessions.end(sessionId);
  }
}

async function tryBesides(port: number, serial: string, dir: string): Promise<readonly string[]> {
  const adb = (...args: readonly string[]): Promise<string> =>
    runProgram("adb", ["-P", String(port), ...args]).then(String, (error: Error) => error.message);
  const said: string[] = [];
  said.push(
    `another phone: ${(await adb("-s", "emulator-9", "shell", "id")).includes("serves only device") ? "refused" : "REACHED"}`,
  );
  await adb("kill-server");
  said.push(`kill-server: ${(await adb("get-state")).trim() === "device" ? "refused" : "ENDED"}`);
  for (const way of ["program", "legacy"] as const) {
    const { call, close } = await connectMcp({ port, dir }, way);
    const apps = await call("mobile_list_apps", { device: serial }).catch((error: Error) => error.message);
    said.push(`mobile-mcp lists apps, ${way}: ${apps.slice(0, 160)}`);
    await close();
  }
  const own = await driveByRpc(port, serial).catch((error: Error) => ({ failed: error.message }));
  said.push(`uiautomator2's protocol by a client of our own: ${JSON.stringify(own).slice(0, 600)}`);
  return [...said, `uiautomator2: ${await tryUiautomator2(port, serial, dir)}`];
}

/** Short tasks, each judged from its device's state. */
const batchOf = (jobs: number) => ({
  name: `clients-${Date.now()}`,
  lines: Array.from({ length: jobs }, (_, index) => ({
    taskId: `bluetooth-${index}`,
    request: {
      task: "Turn on Bluetooth",
      validators: [
        { kind: "setting" as const, namespace: "global" as const, key: "bluetooth_on", equals: "1" },
      ],
    },
  })),
});

async function ended(batches: ReturnType<typeof createBatchClient>, batchId: string) {
  for (;;) {
    const batch = await batches.read(batchId);
    if (batch.status === "finished") return batch;
    await delay(1_000);
  }
}
