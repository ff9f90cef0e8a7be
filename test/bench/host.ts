/**
 * `npm run bench:host [-- STEPS [--ui-server] [OPTIONS OF drover phones]]`: what a host adds to the device in one step (200 unless told), part by part, and
 * how it waits for a screen that moves, and what the check before an action costs. A virtual phone in a process of its own behind its adb server, the host's own code here, S3 as the farm
 * stands in for it; no queue, no lease, no functions. CPU is this process's.
 * With `--ui-server` by Appium's server on the phone.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { startChildPart } from "#local/child-part.ts";
import { defined } from "#shared/values/defined.ts";
import { startStorage } from "../device-host/start-storage.ts";
import { writeServerApks } from "../device-host/ui-server/stand-in-server.ts";
import { measureCheck } from "./host/measure-check.ts";
import { type Movement, measureSettle } from "./host/measure-settle.ts";
import { measureSteps, type StepParts } from "./host/measure-steps.ts";
import { quantile } from "./quantile.ts";

const [steps = "200", ...given] = process.argv.slice(2);
const byServer = given.includes("--ui-server");
const phoneOptions = given.filter((option) => option !== "--ui-server");
const warmUp = 16;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const android = { idleMilliseconds: 1_000, rounds: 8 };
const atOnce = { idleMilliseconds: 0, rounds: 30 };
const short = { frames: 18, betweenMilliseconds: 16 };
const movements: readonly (Movement & { readonly name: string; readonly rounds: number })[] = [
  { name: "does not change", frames: 0, betweenMilliseconds: 0, ...atOnce },
  { name: "moves for 0.3 s, 60 frames a second", ...short, ...atOnce },
  { name: "the same, dumped as Android does", ...short, ...android },
  { name: "changes once more after 0.5 s, so too", frames: 1, betweenMilliseconds: 500, ...android },
];

const milliseconds = (values: readonly number[]): string =>
  [0.5, 0.99].map((share) => quantile(values, share).toFixed(1).padStart(9)).join("");

async function steppedThrough(dir: string): Promise<void> {
  const logDirectory = path.join(dir, "logs");
  const started = ["phones", "--count", "1", "--dir", path.join(dir, "phones"), ...phoneOptions];
  const phones = await startChildPart({ name: "phones", arguments: started, logDirectory });
  const storage = await startStorage(dir);
  try {
    const { adbHost, adbPort } = phones.ready;
    const phone = {
      endpoint: { host: String(adbHost), port: Number(adbPort) },
      serial: "emulator-5554",
      pictures: path.join(dir, "pictures"),
      ...defined({ serverApks }),
    };
    const store = {
      put: async (...stored: Parameters<typeof storage.artifacts.put>) => {
        await storage.artifacts.put(...stored);
        return "stored" as const;
      },
    };
    await measureSteps({ ...phone, steps: warmUp }, store);
    const before = process.cpuUsage();
    const parts = await measureSteps({ ...phone, steps: Number(steps) }, store);
    const { user, system } = process.cpuUsage(before);
    tell(parts, (user + system) / 1_000 / parts.length);
  } finally {
    await storage.close();
    await phones.stop();
  }
}

function tell(parts: readonly StepParts[], cpu: number): void {
  const of = (name: keyof StepParts) => parts.map((part) => part[name]);
  print(`one step, ms${" ".repeat(14)}p50      p99`);
  for (const [name, words] of [
    ["action", "action"],
    ["settle", "settle"],
    ["screenshot", "  of it screenshot"],
    ["tree", "  of it tree"],
    ["encode", "hash and encode"],
    ["upload", "upload"],
    ["answered", "from look to answer"],
    ["total", "all"],
    ["device", "  of it the device"],
  ] as const)
    print(`${words.padEnd(20)}${milliseconds(of(name))}`);
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
  const ours = sum(of("total")) - sum(of("device"));
  print(
    `ours: ${(ours / parts.length).toFixed(1)} ms a step, ${((100 * ours) / sum(of("device"))).toFixed(0)} % of the device's; CPU ${cpu.toFixed(1)} ms`,
  );
}

const dir = await mkdtemp(path.join(tmpdir(), "drover-bench-host-"));
const serverApks = byServer ? writeServerApks(dir) : undefined;
try {
  await steppedThrough(dir);
  print("");
  print("whether the screen is still the one that was seen, ms     p50      p99");
  for (const by of ["frames", "picture"] as const)
    print(`by ${by}`.padEnd(51) + milliseconds(await measureCheck(by, 30)));
  print("");
  print("from the screen's last change to the host's look, ms     p50      p99   early");
  for (const movement of movements) {
    const { name, rounds } = movement;
    const { overshoots, early } = await measureSettle(movement, rounds, serverApks);
    print(`${name.padEnd(49)}${milliseconds(overshoots)}   ${early} of ${rounds}`);
  }
  print(`load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`);
} finally {
  await rm(dir, { recursive: true, force: true, maxRetries: 5 });
}
