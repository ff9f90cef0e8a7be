import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { runSeed } from "./run-seed.ts";

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** `npm run simulate:mutants [-- --only fence-off --minutes 10]`: plants one defect after the other in a copy of the source, and counts those that are found. */
const { values } = parseArgs({
  options: {
    only: { type: "string", default: "*" },
    minutes: { type: "string", default: "10" },
    jobs: { type: "string", default: "6" },
    devices: { type: "string", default: "2" },
  },
});

const root = path.resolve(import.meta.dirname, "../..");
const folder = path.join(import.meta.dirname, "mutants");
const source = [
  ...["agent", "api", "batches", "bin", "cli", "console", "device-host", "functions", "local", "shared"],
  ...["simulation", "state-machines", "package.json"],
];
const milliseconds = Number(values.minutes) * 60_000;
const size = ["--jobs", values.jobs, "--devices", values.devices, "--faults", "all"];

/** A copy with one patch applied. Packages are the project's own. */
function planted(patch: string): string {
  const copy = mkdtempSync(path.join(tmpdir(), "drover-mutant-"));
  for (const name of source)
    cpSync(path.join(root, name), path.join(copy, name), {
      recursive: true,
      filter: (file) => !file.includes("node_modules"),
    });
  symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  execFileSync("git", ["apply", path.join(folder, patch)], { cwd: copy });
  return copy;
}

/** The seed that found it, and how; null: none did in time. */
async function found(copy: string): Promise<string | null> {
  const until = Date.now() + milliseconds;
  for (let seed = 1; Date.now() < until; seed += 1) {
    const { report } = await runSeed(["--seed", String(seed), ...size], { root: copy });
    const [first] = report.violations;
    if (first !== undefined) return `seed ${seed}: ${first.invariant}. ${first.what}`;
  }
  return null;
}

const patches = globSync(`${values.only}.patch`, { cwd: folder }).sort();
let count = 0;
for (const patch of patches) {
  const copy = planted(patch);
  try {
    const how = await found(copy);
    if (how !== null) count += 1;
    say(
      `${how === null ? "MISSED" : "found "} ${path.basename(patch, ".patch")}${how === null ? "" : ` by ${how}`}`,
    );
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
say(`${count} of ${patches.length} planted defects found`);
process.exitCode = count === patches.length ? 0 : 1;
