import { randomInt } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { runSeed } from "./run-seed.ts";
import { shrunk } from "./shrink.ts";

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * `npm run simulate -- --minutes 10`: seeds that have failed before, then fresh ones until the time is over, two of three with null devices, one
 * on each processor at a time.
 * `--twice` runs each a second time and compares the hashes. Exits with 1 when one fails.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    jobs: { type: "string", default: "6" },
    devices: { type: "string", default: "3" },
    twice: { type: "boolean", default: false },
  },
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error(`--minutes must be a number above 0, not ${values.minutes}.`);

interface KeptSeed {
  readonly arguments: readonly string[];
}

const folder = path.join(import.meta.dirname, "seeds");
const kept = globSync("*.json", { cwd: folder })
  .sort()
  .map((file) => (JSON.parse(readFileSync(path.join(folder, file), "utf8")) as KeptSeed).arguments);
const until = Date.now() + minutes * 60_000;
const size = ["--jobs", values.jobs, "--devices", values.devices, "--faults", "all"];
const phonesEvery = 3;
const fresh = (): readonly string[] => {
  const seed = randomInt(2 ** 40);
  return ["--seed", String(seed), ...size, ...(seed % phonesEvery === 0 ? [] : ["--device-profile", "300"])];
};

let [ran, failed, agreed, simulated, cpu] = [0, 0, 0, 0, 0];

async function runSeeds(): Promise<void> {
  while (Date.now() < until || kept.length > 0) {
    const args = kept.shift() ?? fresh();
    const { report } = await runSeed(args);
    ran += 1;
    simulated += report.simulatedSeconds;
    cpu += report.cpuSeconds;
    const again = values.twice ? (await runSeed(args)).report.hash : report.hash;
    if (again === report.hash) agreed += 1;
    else say(`drover simulate ${args.join(" ")} gives ${report.hash}, and then ${again}`);
    if (report.violations.length === 0) continue;
    failed += 1;
    const without = Date.now() < until ? await shrunk(args, report) : "";
    say(`drover simulate ${args.join(" ")}${without}`);
    for (const { invariant, what } of report.violations) say(`  not true: ${invariant}. ${what}`);
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, runSeeds));
say(
  `${ran} seeds, ${failed} failed${values.twice ? `, ${agreed} gave the same bytes twice` : ""}; ${Math.round(simulated)} simulated seconds in ${Math.round(cpu)} seconds of CPU`,
);
process.exitCode = failed === 0 && agreed === ran ? 0 : 1;
