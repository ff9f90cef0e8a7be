/**
 * `npm run bench:bundle [-- [--budgets] RUNS]`: how large each function's bundle is, and how long a fresh process takes to load it (the median
 * of 7 runs unless told), as a cold start of Lambda does before the first call. `cold` is what that start reads, `all` also what is
 * loaded when it is needed. CPU time says the same on a busy machine as on a quiet one. `noise` is loading nothing.
 * `--budgets` writes what test/deploy/bundles.test.ts holds the functions to.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { bundleFunctions } from "#infra/functions/bundle-functions.ts";
import { functionNames } from "#shared/contracts/functions/functions.ts";
import { readByStart } from "../deploy/read-by-start.ts";
import { median } from "./quantile.ts";

const { values, positionals } = parseArgs({
  options: { budgets: { type: "boolean" } },
  allowPositionals: true,
});
const [runs = 7] = positionals.map(Number);
const targets = { kilobytes: 350, milliseconds: 70 } as const;
const budgetFile = path.join(import.meta.dirname, "../deploy/bundle-budgets.json");
const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** What the module itself takes: the start of Node is the service's. */
const load = `const from = performance.now();
const before = process.cpuUsage();
await import(process.argv[1]);
const { user, system } = process.cpuUsage(before);
process.stdout.write(JSON.stringify({ milliseconds: performance.now() - from, cpu: (user + system) / 1_000 }));
process.exit(0);`;

interface Times {
  readonly milliseconds: number;
  readonly cpu: number;
}
interface Loaded extends Times {
  readonly name: string;
  readonly cold: number;
  readonly coldGzipped: number;
  readonly all: number;
}

async function importTimes(file: string): Promise<Times> {
  const times: Times[] = [];
  for (let run = 0; run < runs; run += 1) {
    const argv = ["--input-type=module", "--eval", load, file];
    // No variable of this process: a function has its own when it is called, and needs none to be loaded.
    const { stdout } = await promisify(execFile)(process.execPath, argv, { env: { PATH: process.env.PATH } });
    times.push(JSON.parse(stdout));
  }
  return {
    milliseconds: median(times.map(({ milliseconds }) => milliseconds)),
    cpu: median(times.map(({ cpu }) => cpu)),
  };
}

async function measured(dir: string, name: string): Promise<Loaded> {
  const folder = path.join(dir, name);
  const index = path.join(folder, "index.mjs");
  const cold = [...(await readByStart(index)).values()];
  const sizes = await Promise.all((await readdir(folder)).map((file) => stat(path.join(folder, file))));
  return {
    name,
    cold: cold.reduce((sum, { length }) => sum + length, 0),
    coldGzipped: cold.reduce((sum, text) => sum + gzipSync(text).length, 0),
    all: sizes.reduce((sum, { size }) => sum + size, 0),
    ...(await importTimes(index)),
  };
}

const kilobytes = (bytes: number): string => (bytes / 1_000).toFixed(0);
const row = (cells: readonly string[]): string =>
  cells.map((cell, index) => (index === 0 ? cell.padEnd(20) : cell.padStart(10))).join("");

const dir = await mkdtemp(path.join(tmpdir(), "drover-bundle-"));
try {
  await bundleFunctions(dir);
  await writeFile(path.join(dir, "nothing.mjs"), "export {};");
  const noise = await importTimes(path.join(dir, "nothing.mjs"));
  print(row(["function", "cold kB", "gzip kB", "all kB", "import ms", "CPU ms"]));
  const all: Loaded[] = [];
  for (const name of functionNames) {
    const one = await measured(dir, name);
    all.push(one);
    const sizes = [one.cold, one.coldGzipped, one.all].map(kilobytes);
    print(row([name, ...sizes, one.milliseconds.toFixed(0), one.cpu.toFixed(0)]));
  }
  const within = (of: (one: Loaded) => boolean): string => `${all.filter(of).length} of ${all.length}`;
  if (values.budgets === true) {
    const budgets = Object.fromEntries(all.map(({ name, cold }) => [name, Math.ceil((cold / 1_000) * 1.05)]));
    await writeFile(budgetFile, `${JSON.stringify(budgets, null, 2)}\n`);
  }
  print("");
  print(`cold at most ${targets.kilobytes} kB: ${within(({ cold }) => cold <= targets.kilobytes * 1_000)}`);
  print(`CPU at most ${targets.milliseconds} ms: ${within(({ cpu }) => cpu <= targets.milliseconds)}`);
  print(
    `noise: ${noise.milliseconds.toFixed(1)} ms, ${noise.cpu.toFixed(1)} ms of CPU; load ${loadavg()[0]?.toFixed(1)}, Node ${process.version} on ${process.arch}`,
  );
} finally {
  await rm(dir, { recursive: true });
}
