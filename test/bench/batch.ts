/**
 * `npm run bench:batch`: what batches take on this machine, on devices and a model that take no time or a stated one. Sizes are
 * those of the target; smaller ones: `npm run bench:batch -- --jobs 500 --devices 50 --only null,profile`.
 */
import { parseArgs } from "node:util";
import { measureAllRunning } from "./batch/measures/all-running.ts";
import { measureFlood } from "./batch/measures/flood.ts";
import { measureLeases, measureSingleJob } from "./batch/measures/leases.ts";
import { measureManifest } from "./batch/measures/manifest.ts";
import { measureThroughput } from "./batch/measures/throughput.ts";

const { values } = parseArgs({
  options: {
    jobs: { type: "string", default: "10000" },
    steps: { type: "string", default: "5" },
    devices: { type: "string", default: "500" },
    waiting: { type: "string", default: "2000" },
    lines: { type: "string", default: "100000" },
    suite: { type: "string", default: "256" },
    singles: { type: "string", default: "5" },
    "device-ms": { type: "string", default: "150" },
    "model-ms": { type: "string", default: "350" },
    rates: { type: "string", default: "100,150,250" },
    only: { type: "string" },
  },
});
const [jobs, steps, devices] = [Number(values.jobs), Number(values.steps), Number(values.devices)];
const profile = {
  devices,
  deviceMilliseconds: Number(values["device-ms"]),
  modelMilliseconds: Number(values["model-ms"]),
};
const atOnce = { devices, deviceMilliseconds: 0, modelMilliseconds: 0 };
const suite = Number(values.suite);

/** In this order. */
const measures: Readonly<Record<string, () => Promise<void>>> = {
  null: () => measureThroughput("null", atOnce, { jobs, steps, withApiLoad: false }),
  profile: () => measureThroughput("profile", profile, { jobs, steps, withApiLoad: false }),
  api: () => measureThroughput("under API load", profile, { jobs, steps, withApiLoad: true }),
  flood: () => measureFlood(profile, values.rates.split(",").map(Number)),
  suite: () => measureThroughput("suite", profile, { jobs: suite, steps, withApiLoad: false }),
  running: () => measureAllRunning(jobs),
  lease: () => measureLeases(devices, Number(values.waiting)),
  single: () => measureSingleJob(devices, jobs, Number(values.singles)),
  manifest: () => measureManifest(Number(values.lines)),
};

const wanted = values.only?.split(",") ?? Object.keys(measures);
for (const name of wanted) {
  const measure = measures[name];
  if (measure === undefined)
    throw new Error(`--only takes ${Object.keys(measures).join(", ")}, not "${name}".`);
  await measure();
}
process.exit(0);
