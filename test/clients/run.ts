/**
 * `npm run test:clients [-- --phones 4 --jobs 24 --keep]`: other people's adb clients on the port of one session, as they come from their
 * registries, while a batch runs on the farm's other phones. Prints what each could do and how fast; ends with 1 when a client that worked
 * before did not, saw another phone, or the batch suffered. Needs `adb` on the PATH, npm's registry, and for uiautomator2 pip's.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { createApiClient } from "#cli/api-client.ts";
import { createBatchClient } from "#cli/batch/batch-client.ts";
import { createSessionClient } from "#cli/session-client.ts";
import { table } from "#cli/table.ts";
import { startFarm } from "#local/farm.ts";
import { tryAdb } from "./adb.ts";
import { tryAdbkit } from "./adbkit.ts";
import { tryAppium } from "./appium.ts";
import type { Client, PortUnderTest, Tried } from "./client.ts";
import { tryMobileMcp } from "./mobile-mcp.ts";
import { tryUiautomator2 } from "./uiautomator2.ts";

const { values } = parseArgs({
  options: {
    phones: { type: "string", default: "4" },
    jobs: { type: "string", default: "24" },
    keep: { type: "boolean", default: false },
  },
});

const clients: readonly Client[] = [tryAdb, tryAdbkit, tryAppium, tryMobileMcp, tryUiautomator2];

async function main(): Promise<void> {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-clients-"));
  const farm = await startFarm({
    dir: path.join(dir, "farm"),
    phones: Number(values.phones),
    environment: process.env,
    report: () => {},
  });
  try {
    const sessions = createSessionClient(farm.file);
    const { sessionId } = await sessions.begin({ idleTimeoutSeconds: 600, hardTimeoutSeconds: 1_800 });
    while ((await sessions.read(sessionId, 20)).status !== "ready");
    const { port, serial } = await sessions.openAdb(sessionId, 600);
    if (port === null) throw new Error("The session has no port.");
    const others = (await createApiClient(farm.file).devices()).items
      .map((device) => device.serial)
      .filter((one) => one !== serial);
    const batches = createBatchClient(farm.file);
    const { batchId } = await batches.submit(batchOf(Number(values.jobs)));
    const tried = await tryAll({ port, serial, others, dir });
    await sessions.end(sessionId);
    const batch = await ended(batches, batchId);
    report(tried, batch);
  } finally {
    await farm.close();
    if (!values.keep) await rm(dir, { recursive: true, force: true, maxRetries: 5 });
  }
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

/** One after the other, so that each has the phone to itself. */
async function tryAll(test: PortUnderTest): Promise<readonly Tried[]> {
  const results: Tried[] = [];
  for (const client of clients) {
    const said = await client(test).catch((error: unknown): readonly Tried[] => [
      { client: client.name, what: "begins", ok: false, said: String(error).slice(0, 300) },
    ]);
    results.push(...said);
  }
  return results;
}

async function ended(batches: ReturnType<typeof createBatchClient>, batchId: string) {
  for (;;) {
    const batch = await batches.read(batchId);
    if (batch.status === "finished") return batch;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

function report(tried: readonly Tried[], { counts }: Awaited<ReturnType<typeof ended>>): void {
  const word = ({ ok, expected }: Tried): string => (ok ? "ok" : expected ? "no, as known" : "FAILED");
  table(
    ["client", "what", "", "said"],
    tried.map((one) => [one.client, one.what, word(one), one.said]),
  );
  const failed = tried.filter(({ ok, expected }) => !ok && expected !== true).length;
  process.stdout.write(`batch beside them: ${JSON.stringify(counts)}\n`);
  if (failed > 0) process.exitCode = 1;
}

await main();
