import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { createSessionClient, type SessionClient } from "#cli/session-client.ts";
import { openAdbPort } from "#device-host/adb-port/open-adb-port.ts";
import { startFarm } from "#local/farm.ts";
import { median } from "./quantile.ts";

/**
 * What a session costs: from its start to its first picture, and adb through its port against adb straight to the server. Medians;
 * `RUNS=5 npm run bench:session`. Needs `adb` on the PATH. A command is `adb shell true`, a process each.
 */
const runs = Number(process.env.RUNS ?? 5);
const commandsARun = 40;
const megabytes = 64;
const exec = promisify(execFile);

async function main(): Promise<void> {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-bench-session-"));
  const report = (): void => {};
  const farm = await startFarm({ dir, phones: 2, environment: process.env, report });
  try {
    const sessions = createSessionClient(farm.file);
    const starts: number[] = [];
    for (let run = 0; run < runs; run += 1) starts.push(await firstPicture(sessions));
    say("session start to first picture, ms", starts);
    if (farm.file.adb !== null) await measureAdb(farm.file.adb, dir);
  } finally {
    await farm.close();
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function firstPicture(sessions: SessionClient): Promise<number> {
  const began = performance.now();
  const { sessionId } = await sessions.begin({});
  while ((await sessions.read(sessionId, 20)).status !== "ready");
  const { observation } = await sessions.observe(sessionId);
  const link = observation?.links.screenshot;
  if (link === undefined) throw new Error("There is no picture.");
  await (await fetch(link)).arrayBuffer();
  const took = performance.now() - began;
  await sessions.end(sessionId);
  while ((await sessions.read(sessionId, 20)).status !== "ended");
  return took;
}

async function measureAdb(
  endpoint: { readonly host: string; readonly port: number },
  dir: string,
): Promise<void> {
  const file = path.join(dir, "pushed.bin");
  writeFileSync(file, Buffer.alloc(megabytes * 1_048_576, "drover"));
  const { stdout } = await exec("adb", ["-P", String(endpoint.port), "devices"]);
  const serial = /^(\S+)\tdevice$/m.exec(stdout)?.[1] ?? "";
  const over = new AbortController();
  const port = await openAdbPort({
    endpoint,
    rules: { serial, root: false, reboot: false },
    check: () => {},
    over: over.signal,
    holdMilliseconds: 600_000,
    now: () => new Date().toISOString(),
    monotonic: () => performance.now(),
    wait: (_, signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve())),
  });
  const ways = { direct: endpoint.port, "through the port": port.port };
  const figures = new Map<string, number[]>();
  const note = (name: string, value: number): void => {
    figures.set(name, [...(figures.get(name) ?? []), value]);
  };
  // By turns, so that what else the machine does falls on both.
  for (let run = 0; run < runs; run += 1) {
    for (const [way, at] of Object.entries(ways)) {
      const adb = (...args: string[]) => exec("adb", ["-P", String(at), "-s", serial, ...args]);
      note(`commands a second, ${way}`, commandsARun / (await seconds(() => commands(adb))));
      const target = "/sdcard/bench.bin";
      note(`push MB a second, ${way}`, megabytes / (await seconds(() => adb("push", file, target))));
      note(
        `pull MB a second, ${way}`,
        megabytes / (await seconds(() => adb("pull", target, `${file}.back`))),
      );
    }
  }
  for (const [name, values] of [...figures].sort()) say(name, values);
  await port.close("the bench is over");
}

async function commands(adb: (...args: string[]) => Promise<unknown>): Promise<void> {
  for (let count = 0; count < commandsARun; count += 1) await adb("shell", "true");
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

function say(name: string, values: readonly number[]): void {
  process.stdout.write(`${name}: median ${median(values).toFixed(1)} of ${values.length}\n`);
}

await main();
