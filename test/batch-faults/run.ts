/**
 * `npm run test:batch-faults [-- --short] [-- --seed N]`: a batch on virtual phones while the farm's parts are killed and stopped,
 * its disk is full for a minute and its model silent. Prints what happened and whether what must hold after any fault held
 * (docs/faults.md); ends with 1 when something did not. Whole: 700 jobs on 40 phones, 20 minutes at most; `--short`: 30 jobs, 7 minutes at most.
 * `--keep` leaves the farm's directory for a look.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createApiClient } from "#cli/api-client.ts";
import { createBatchClient } from "#cli/batch/batch-client.ts";
import { table } from "#cli/terminal/table.ts";
import { mountSmallDisk } from "../small-disk.ts";
import { bytesBelow, FarmUnderFault } from "./farm-under-fault.ts";
import { type Fault, type FaultCounts, faultInWords, faultPlan } from "./fault-plan.ts";
import { type Finding, finding } from "./finding.ts";
import { findings, trails } from "./ledger-findings.ts";
import { readLedger } from "./read-ledger.ts";
import { insistUntil, submitBatch } from "./the-batch.ts";
import { UseOverTime } from "./use-over-time.ts";

interface Size extends FaultCounts {
  readonly jobs: number;
  readonly phones: number;
  /** Then the batch is given up. */
  readonly mostSeconds: number;
  readonly diskMegabytes: number;
}

const whole: Size = {
  jobs: 700,
  phones: 40,
  mostSeconds: 1_100,
  diskMegabytes: 2_000,
  kills: 20,
  stops: 5,
  stopSeconds: [10, 25],
  fullDiskSeconds: 60,
  outageSeconds: 60,
};
const short: Size = {
  jobs: 30,
  phones: 6,
  mostSeconds: 400,
  diskMegabytes: 600,
  kills: 4,
  stops: 1,
  stopSeconds: [5, 8],
  fullDiskSeconds: 5,
  outageSeconds: 5,
};
/** Pictures and hierarchies of a step take some 45 KB; the rest are tables, journals and logs. */
const mostBytesPerStep = 150_000;

const { values } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    seed: { type: "string", default: "7" },
    jobs: { type: "string" },
    phones: { type: "string" },
  },
});
const usual = values.short ? short : whole;
const size = {
  ...usual,
  jobs: Number(values.jobs ?? usual.jobs),
  phones: Number(values.phones ?? usual.phones),
};
const seed = Number(values.seed);

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const startedAt = performance.now();
const seconds = (): number => (performance.now() - startedAt) / 1_000;
const timeIsUp = (): boolean => seconds() > size.mostSeconds;

const disk = mountSmallDisk(size.diskMegabytes);
const parent = disk?.dir ?? (await mkdtemp(path.join(tmpdir(), "drover-batch-faults-")));
const dir = path.join(parent, "farm");
const farm = new FarmUnderFault(dir, ["--phones", String(size.phones)], print);
const use = new UseOverTime(async () => (await farm.file())?.processes ?? {});
const insist = insistUntil(farm.file, timeIsUp);

/** Follows the batch to its end and does each fault when its share of the jobs has ended. */
async function runUnderFaults(batchId: string): Promise<readonly (readonly string[])[]> {
  const due: Fault[] = [...faultPlan(seed, size)];
  const happened: string[][] = [];
  const injected: Promise<void>[] = [];
  const inject = async (fault: Fault): Promise<void> => {
    const row = [`${seconds().toFixed(0)} s`, `${(fault.atShare * 100).toFixed(1)} %`, faultInWords(fault)];
    happened.push(row);
    row.push(await farm.inject(fault, disk));
  };
  for (let told = 0; ; ) {
    const { status, progress } = await insist((file) => createBatchClient(file).read(batchId));
    const { ended, running, pending, endedPerMinute = 0 } = progress;
    if (seconds() - told > 15) {
      told = seconds();
      const rate = `${endedPerMinute.toFixed(0)} a minute`;
      print(
        `${told.toFixed(0).padStart(5)} s: ${ended} ended, ${running} running, ${pending} waiting, ${rate}`,
      );
    }
    if (status === "finished" || status === "cancelled" || status === "failed") break;
    if (timeIsUp()) {
      print(`the batch is still ${status} after ${seconds().toFixed(0)} s`);
      break;
    }
    // One at a time, a second apart: a jump of the count would else bring several at once.
    const next = due[0];
    if (next !== undefined && ended >= next.atShare * size.jobs) {
      due.shift();
      injected.push(inject(next));
    }
    await sleep(1_000);
  }
  await Promise.all(injected);
  return [...happened, ...due.map((fault) => ["–", "", faultInWords(fault), "not reached"])];
}

/** After the last fault every device is ready or quarantined within a bound. */
async function devicesReady(): Promise<Finding> {
  const until = performance.now() + 60_000;
  for (;;) {
    const { items } = await insist((file) => createApiClient(file).devices({ limit: 100 }));
    const open = items.filter(({ state }) => state !== "ready" && state !== "quarantined");
    const quarantined = items.filter(({ state }) => state === "quarantined").length;
    if (open.length === 0 || performance.now() > until)
      return finding(
        "every device ready or quarantined",
        open.map(({ deviceId, state }) => `${deviceId} ${state}`),
        `${items.length} devices, ${quarantined} quarantined`,
      );
    await sleep(1_000);
  }
}

async function main(): Promise<readonly Finding[]> {
  await farm.start();
  const batchId = await submitBatch({ seed, ...size }, insist);
  print(
    `${size.jobs} jobs on ${size.phones} phones, seed ${seed}: ${batchId} after ${seconds().toFixed(0)} s`,
  );
  const begun = seconds();
  const happened = await runUnderFaults(batchId);
  const took = seconds() - begun;
  print("");
  table(["at", "jobs ended", "fault", "what came of it"], happened);
  print("");
  const ready = await devicesReady();
  const ledger = await insist((file) => readLedger(file, dir, batchId));
  const steps = ledger.jobs.reduce((sum, { stepCount }) => sum + stepCount, 0);
  const starts = farm.startSeconds.map((start) => start.toFixed(1)).join(", ");
  print(`${size.jobs} jobs, ${ledger.jobs.length} attempts, ${steps} steps in ${took.toFixed(0)} s`);
  print(`the farm was ready ${farm.startSeconds.length} times, after ${starts} s\n`);
  for (const told of trails(ledger)) print(told);
  stepCount = steps;
  return [
    ...findings(ledger, size.jobs),
    ready,
    ...use.findings(),
    finding(
      "the farm ended only when it was killed",
      farm.endedUnasked,
      `${farm.startSeconds.length} starts`,
    ),
    finding(
      "every fault was met",
      happened.flatMap(([, , fault = "", outcome = ""]) => (outcome === "not reached" ? [fault] : [])),
      `${happened.length} faults`,
    ),
  ];
}

/** What a stopped farm leaves on its disk. */
async function keptBytes(): Promise<Finding> {
  const bytes = await bytesBelow(dir);
  const told = `${(bytes / 1e6).toFixed(0)} MB, ${(bytes / stepCount / 1e3).toFixed(0)} KB a step`;
  return finding("bytes kept bounded", bytes / stepCount < mostBytesPerStep ? [] : [told], told);
}

// What it started is not to outlive it.
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    use.close();
    void farm.stop().finally(() => {
      disk?.unmount();
      process.exit(1);
    });
  });

let stepCount = 0;
let all: readonly Finding[] = [];
try {
  all = await main();
} finally {
  use.close();
  const left = await farm.stop();
  const words = left.map((pid) => `process ${pid}`);
  all = [...all, await keptBytes(), finding("no process left behind", words, "all ended with their farm")];
  if (values.keep) {
    await writeFile(path.join(parent, "farm.log"), farm.said.join(""));
    print(`left for a look: ${parent}`);
  } else if (disk === null) await rm(parent, { recursive: true, force: true });
  else disk.unmount();
}
table(
  ["rule", "held", "detail"],
  all.map(({ rule, held, detail }) => [rule, held ? "yes" : "NO", detail]),
);
print(`\n${seconds().toFixed(0)} s in all`);
process.exit(all.every(({ held }) => held) ? 0 : 1);
