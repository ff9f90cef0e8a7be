/**
 * `npm run bench:phone [-- COUNTS [ROUNDS]]`: what virtual phones cost in one process that serves them over adb: its memory with so many of
 * them (1,100,200,500 unless told), from 200 on also after all were busy, and its CPU and the client's wait for a screenshot after a change, one without, and a dump, alone
 * and with 50 phones at once. Medians of five runs of ROUNDS (8) each; what is behind ± is half of the range of the middle three.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { smallYoungGeneration } from "#local/young-generation.ts";
import { askPhone } from "./phone/ask-phone.ts";
import { processUsage } from "./process-usage.ts";
import { median, quantile } from "./quantile.ts";

const [counts = "1,100,200,500", rounds = "8"] = process.argv.slice(2);
const runs = 5;
const together = 50;
const command = path.join(import.meta.dirname, "../../packages/virtual-android/bin/virtual-android.js");
const print = (line: string): void => void process.stdout.write(`${line}\n`);

interface Phones extends AsyncDisposable {
  readonly pid: number;
  readonly port: number;
  readonly serials: readonly string[];
  readonly startMilliseconds: number;
}

async function startedPhones(count: number): Promise<Phones> {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-bench-phone-"));
  const began = performance.now();
  const stdio = ["ignore", "pipe", "inherit"] as const;
  // As a farm starts them.
  const child = spawn(
    process.execPath,
    [smallYoungGeneration, command, "--count", String(count), "--dir", dir],
    {
      stdio: [...stdio],
    },
  );
  const { stdout, pid } = child;
  if (stdout === null || pid === undefined) throw new Error("the phones could not be started");
  const [line] = await once(createInterface(stdout), "line");
  const ready = JSON.parse(String(line));
  return {
    pid,
    port: ready.adbPort,
    serials: ready.serials,
    startMilliseconds: performance.now() - began,
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
      await rm(dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Down twice and up twice, never quite back: no place is met again soon. */
const scrolled = (n: number, round: number) =>
  `shell:input swipe 540 1400 540 ${1_400 + (round % 4 < 2 ? -1 : 1) * (150 + ((n * 37) % 301))} 900`;
const typed = (n: number) => `shell:input text ${n.toString(36)}`;
const picture = "exec:screencap -p";
const tree = "exec:uiautomator dump /dev/tty";
const settings = "shell:am start -a android.settings.SETTINGS";
const note = "shell:am start -n com.android.contacts/.activities.ContactEditorActivity";

interface Work {
  readonly name: string;
  readonly open: string;
  /** What changes the screen; its own cost is not counted. */
  readonly change: ((n: number, round: number) => string) | null;
  readonly asked: string;
}
const works: readonly Work[] = [
  { name: "screenshot, one field changed", open: note, change: typed, asked: picture },
  { name: "screenshot, all scrolled", open: settings, change: scrolled, asked: picture },
  { name: "screenshot, unchanged", open: settings, change: null, asked: picture },
  { name: "dump, one field changed", open: note, change: typed, asked: tree },
  { name: "dump, unchanged", open: settings, change: null, asked: tree },
];

interface Cost {
  readonly cpu: number;
  readonly wait: number;
}

/** Change numbers differ between phones and rounds: nobody is answered with what another phone drew. */
let change = 0;
const nextChange = (): number => {
  change += 1;
  return change;
};

async function costOf(phones: Phones, serials: readonly string[], work: Work): Promise<Cost> {
  const waits: number[] = [];
  let cpu = 0;
  for (let round = 0; round < Number(rounds); round += 1) {
    if (work.change !== null) {
      const made = work.change;
      await Promise.all(serials.map((serial) => askPhone(phones.port, serial, made(nextChange(), round))));
    }
    const before = await processUsage(phones.pid);
    await Promise.all(
      serials.map(async (serial) => {
        const began = performance.now();
        await askPhone(phones.port, serial, work.asked);
        waits.push(performance.now() - began);
      }),
    );
    cpu += (await processUsage(phones.pid)).cpuMilliseconds - before.cpuMilliseconds;
  }
  return { cpu: cpu / Number(rounds) / serials.length, wait: median(waits) };
}

const withNoise = (values: readonly number[]): string => {
  const noise = (quantile(values, 0.75) - quantile(values, 0.25)) / 2;
  return `${median(values).toFixed(1).padStart(7)} ±${noise.toFixed(1).padEnd(5)}`;
};

async function tellCosts(phones: Phones, serials: readonly string[]): Promise<void> {
  print(
    `${serials.length === 1 ? "alone" : `${serials.length} at once`}${" ".repeat(28)}CPU ms        wait ms`,
  );
  for (const work of works) {
    await Promise.all(serials.map((serial) => askPhone(phones.port, serial, work.open)));
    if (work.change === typed)
      await Promise.all(serials.map((serial) => askPhone(phones.port, serial, "shell:input tap 540 700")));
    await costOf(phones, serials.slice(0, 1), work);
    const costs: Cost[] = [];
    for (let run = 0; run < runs; run += 1) costs.push(await costOf(phones, serials, work));
    print(
      `${work.name.padEnd(31)}${withNoise(costs.map(({ cpu }) => cpu))} ${withNoise(costs.map(({ wait }) => wait))}`,
    );
  }
}

/** So many different screens each, some phones at a time, as jobs on them would have it. */
const busyScreens = Number(rounds);

async function keepBusy(phones: Phones): Promise<void> {
  const began = performance.now();
  const before = (await processUsage(phones.pid)).cpuMilliseconds;
  const waiting = [...phones.serials];
  const work = async (): Promise<void> => {
    for (let serial = waiting.pop(); serial !== undefined; serial = waiting.pop()) {
      await askPhone(phones.port, serial, settings);
      for (let round = 0; round < busyScreens; round += 1) {
        await askPhone(phones.port, serial, scrolled(nextChange(), round));
        await askPhone(phones.port, serial, picture);
        await askPhone(phones.port, serial, tree);
      }
    }
  };
  await Promise.all(Array.from({ length: together }, work));
  const screens = phones.serials.length * busyScreens;
  const { cpuMilliseconds, residentMebibytes } = await processUsage(phones.pid);
  print(
    `all busy, ${busyScreens} screens each: ${residentMebibytes.toFixed(0)} MB, ${((cpuMilliseconds - before) / screens).toFixed(1)} ms of CPU a screen with its swipe, picture and dump, ${((performance.now() - began) / 1_000).toFixed(0)} s`,
  );
}

for (const count of counts.split(",").map(Number)) {
  await using phones = await startedPhones(count);
  const [first = ""] = phones.serials;
  const atStart = (await processUsage(phones.pid)).residentMebibytes;
  print(`\n${count} phones: started in ${phones.startMilliseconds.toFixed(0)} ms, ${atStart.toFixed(0)} MB`);
  if (count === 1) await tellCosts(phones, [first]);
  else if (count >= together && count < 200) await tellCosts(phones, phones.serials.slice(0, together));
  else {
    await Promise.all(phones.serials.map((serial) => askPhone(phones.port, serial, picture)));
    print(`one picture each: ${(await processUsage(phones.pid)).residentMebibytes.toFixed(0)} MB`);
    await keepBusy(phones);
  }
  print(`then ${(await processUsage(phones.pid)).residentMebibytes.toFixed(0)} MB`);
}
print(`\nload ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`);
