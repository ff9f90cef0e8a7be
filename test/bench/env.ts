import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { seededRandom } from "#shared/rules/statistics/seeded-random.ts";
import { connectEnv, type EnvClient } from "./env/env-client.ts";
import { randomAction } from "./env/random-policy.ts";
import { processUsage } from "./process-usage.ts";
import { quantile } from "./quantile.ts";

/**
 * Many sessions of a random policy at one server, each at its own pace, as agents are that think between two steps:
 * `SESSIONS=512 SECONDS=120 THINK=8 PICTURES=0 TASKS=tasks/settings.yaml npm run bench:env`. Milliseconds as a client sees them.
 */
const sessions = Number(process.env.SESSIONS ?? 512);
const seconds = Number(process.env.SECONDS ?? 120);
const thinkMilliseconds = Number(process.env.THINK ?? 8) * 1_000;
const picture = process.env.PICTURES === "1";
const tasks = process.env.TASKS ?? "tasks/settings.yaml";
const stepsOfEpisode = 20;
/** Until then sessions begin one after another, and nothing is counted. */
const warmUpMilliseconds = 30_000;

const flags = ["--conditions=@drover/source", "--import", import.meta.resolve("./env/tell-memory.ts")];
const say = (line: string): void => void process.stdout.write(`${line}\n`);

type Kind = "prepare" | "reset" | "step" | "judge";
const taken: Record<Kind, number[]> = { prepare: [], reset: [], step: [], judge: [] };

let counts = true;

async function timed<Result>(kind: Kind, run: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await run();
  if (counts) taken[kind].push(performance.now() - began);
  return result;
}

async function main(): Promise<void> {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-bench-env-"));
  const options = ["--draws", "4", "--open", "--port", "0", "--sessions", String(sessions + 1), "--dir", dir];
  const server = spawn(process.execPath, [...flags, "bin/drover.js", "env", "serve", tasks, ...options], {
    stdio: ["ignore", "pipe", "ignore", "ipc"],
  });
  if (server.stdout === null) throw new Error("The server has no output.");
  try {
    const [url] = (await once(createInterface(server.stdout), "line")) as [string];
    const names = await prepareAll(url);
    await run(server, url, names);
  } finally {
    server.kill("SIGTERM");
    await once(server, "exit");
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What is done once for each task: the phone that all its episodes begin from. */
async function prepareAll(url: string): Promise<readonly string[]> {
  const { tasks: all } = (await (await fetch(`${url}/tasks`)).json()) as { tasks: { id: string }[] };
  const client = await connectEnv(url);
  for (const { id: task } of all) await timed("prepare", () => client.ask("reset", { task, seed: 0 }));
  await client.close();
  return all.map(({ id }) => id);
}

/** In MiB. */
async function memoryOf(server: ChildProcess): Promise<string> {
  server.send("memory");
  const [usage] = (await once(server, "message")) as [NodeJS.MemoryUsage];
  const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);
  return `${mebibytes(usage.rss)} (heap ${mebibytes(usage.heapUsed)}, buffers ${mebibytes(usage.external)})`;
}

async function run(server: ChildProcess, url: string, names: readonly string[]): Promise<void> {
  const { pid = 0 } = server;
  const clients = await Promise.all(Array.from({ length: sessions }, () => connectEnv(url)));
  counts = false;
  const until = performance.now() + warmUpMilliseconds + seconds * 1_000;
  const driven = Promise.all(clients.map((client, index) => drive(client, names, { seed: index, until })));
  await delay(warmUpMilliseconds);
  counts = true;
  const [before, began] = [await processUsage(pid), performance.now()];
  const tell = (): Promise<void> => memoryOf(server).then((memory) => say(`memory in MiB: ${memory}`));
  await tell();
  const watching = setInterval(() => void tell(), (seconds * 1_000) / 10);
  await driven;
  clearInterval(watching);
  const wall = performance.now() - began;
  const cpu = (await processUsage(pid)).cpuMilliseconds - before.cpuMilliseconds;
  say(
    `${sessions} sessions, ${picture ? "with" : "without"} pictures, ${tasks}, load ${loadavg()[0]?.toFixed(1)}`,
  );
  for (const [kind, values] of Object.entries(taken))
    say(
      `${kind.padEnd(8)} ${String(values.length).padStart(6)} x  p50 ${at(values, 0.5)}  p95 ${at(values, 0.95)}  p99 ${at(values, 0.99)} ms`,
    );
  const calls = taken.step.length + taken.reset.length + taken.judge.length;
  say(
    `${(taken.step.length / (wall / 1_000)).toFixed(0)} steps/s, ${((100 * cpu) / wall).toFixed(0)} % of a core, ${(cpu / calls).toFixed(1)} ms of CPU a call`,
  );
  await Promise.all(clients.map((client) => client.close()));
}

const at = (values: readonly number[], share: number): string =>
  quantile(values, share).toFixed(1).padStart(6);

async function drive(
  client: EnvClient,
  names: readonly string[],
  { seed, until }: { readonly seed: number; readonly until: number },
): Promise<void> {
  const random = seededRandom(seed);
  await delay(random() * warmUpMilliseconds);
  // The first episodes are of all lengths, so that no two sessions keep step.
  let length = 1 + Math.floor(random() * stepsOfEpisode);
  for (; performance.now() < until; length = stepsOfEpisode) {
    const task = names[Math.floor(random() * names.length)];
    let { observation, done } = await timed("reset", () => client.ask("reset", { task, seed: 0, picture }));
    for (let step = 0; step < length && !done && performance.now() < until; step += 1) {
      const thinking = -Math.log(1 - random()) * thinkMilliseconds;
      await delay(Math.max(0, Math.min(thinking, until - performance.now())));
      ({ observation, done } = await timed("step", () =>
        client.ask("step", randomAction(observation, random)),
      ));
    }
    if (!done && performance.now() < until)
      await timed("judge", () => client.ask("step", { action: "FINISH", status: "success" }));
  }
}

await main();
