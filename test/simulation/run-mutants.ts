import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { NoReport, runSeed } from "./run-seed.ts";

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * `npm run simulate:mutants [-- --only fence-off,stop-ignored --minutes 10 --at-once 2]`: plants one defect after the other in a copy of the
 * source, and counts those that are found; each has one processor for so many minutes. A line `arguments: --faults disk` before a patch says
 * what it takes; without it every kind of fault, by turns with null devices and with virtual phones, and every third time with every kind of work.
 */
const { values } = parseArgs({
  options: {
    only: { type: "string", default: "*" },
    minutes: { type: "string", default: "10" },
    jobs: { type: "string", default: "6" },
    devices: { type: "string", default: "3" },
    "at-once": { type: "string", default: String(availableParallelism()) },
  },
});

const root = path.resolve(import.meta.dirname, "../..");
const folder = path.join(import.meta.dirname, "mutants");
const source = [
  ...["agent", "api", "batches", "bin", "cli", "console", "device-host", "functions", "local", "shared"],
  ...["simulation", "state-machines", "package.json"],
];
const second = 1_000;
const deadlineMilliseconds = 900 * second;
const isOverdue = (error: unknown): boolean => error instanceof NoReport && error.isOverdue;
const milliseconds = Number(values.minutes) * 60 * second;
const size = ["--jobs", values.jobs, "--devices", values.devices];
/** Most defects are in what every job meets. */
const usual = [
  ["--faults", "all", "--work", "tasks", "--device-profile", "300"],
  ["--faults", "all", "--work", "tasks"],
  ["--faults", "all", "--device-profile", "300"],
] as const;

/** In which each patch is applied and taken back, so that what did not change is compiled once. Packages are the project's own. */
function copyOfSource(): string {
  const copy = mkdtempSync(path.join(tmpdir(), "drover-mutant-"));
  for (const name of source)
    cpSync(path.join(root, name), path.join(copy, name), {
      recursive: true,
      filter: (file) => !file.includes("node_modules"),
    });
  symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  return copy;
}

function argumentsOf(patch: string): readonly (readonly string[])[] {
  const [, own] = /^arguments: (.+)$/m.exec(readFileSync(path.join(folder, patch), "utf8")) ?? [];
  return own === undefined ? usual : [own.split(" ")];
}

/** The seed that found it, and how; null: none did in time. */
async function found(patch: string, copy: string): Promise<string | null> {
  const until = Date.now() + milliseconds;
  const ways = argumentsOf(patch);
  for (let seed = 1; Date.now() < until; seed += 1) {
    const way = ways[(seed - 1) % ways.length] ?? [];
    // A farm that cannot even start is found too; one that the machine was too slow for is not.
    const how = await runSeed(["--seed", String(seed), ...size, ...way], { root: copy, deadlineMilliseconds })
      .then(({ report: { violations } }) => violations.map(({ invariant, what }) => `${invariant}. ${what}`))
      .catch((error: unknown) => (isOverdue(error) ? [] : [String(error).slice(0, 200)]));
    if (how[0] !== undefined) return `seed ${seed}: ${how[0]}`;
  }
  return null;
}

const patches = values.only.split(",").flatMap((name) => {
  const named = globSync(`${name}.patch`, { cwd: folder }).sort();
  if (named.length === 0) throw new Error(`There is no planted defect '${name}' in test/simulation/mutants.`);
  return named;
});
let [next, count] = [0, 0];

/** Takes one patch after the other, as long as there are any. */
async function findInTurn(): Promise<void> {
  const copy = copyOfSource();
  try {
    for (let patch = patches[next++]; patch !== undefined; patch = patches[next++]) {
      execFileSync("git", ["apply", path.join(folder, patch)], { cwd: copy });
      const began = Date.now();
      const how = await found(patch, copy);
      execFileSync("git", ["apply", "--reverse", path.join(folder, patch)], { cwd: copy });
      if (how !== null) count += 1;
      const seconds = Math.round((Date.now() - began) / second);
      say(
        `${how === null ? "MISSED" : "found "} ${path.basename(patch, ".patch")} in ${seconds} s${how === null ? "" : ` by ${how}`}`,
      );
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

await Promise.all(Array.from({ length: Number(values["at-once"]) }, findInTurn));
say(`${count} of ${patches.length} planted defects found`);
process.exitCode = count === patches.length ? 0 : 1;
