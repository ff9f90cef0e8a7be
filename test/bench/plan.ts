/**
 * `npm run bench:plan`: how long a forecast of 10,000 jobs takes, and how often forecasts are right: over batches of a farm that is
 * simulated step by step by other code (plan/true-farm.ts), and with `--engine 6` over so many batches of a real farm with null devices.
 */
import { parseArgs } from "node:util";
import { calibrate } from "./plan/calibrate.ts";
import { measureEngine } from "./plan/measure-engine.ts";
import { measureSpeed } from "./plan/measure-speed.ts";
import { line, title } from "./batch/print.ts";

const { values } = parseArgs({
  options: {
    batches: { type: "string", default: "100" },
    jobs: { type: "string", default: "80" },
    seed: { type: "string", default: "1" },
    engine: { type: "string", default: "0" },
    devices: { type: "string", default: "6" },
    "device-ms": { type: "string", default: "300" },
    "model-ms": { type: "string", default: "600" },
  },
});

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

title("a forecast of 10,000 jobs on 500 devices, from 3,000 past jobs");
for (const { milliseconds, cpuMilliseconds, samples } of measureSpeed(3))
  line("time", `${milliseconds.toFixed(0)} ms, ${cpuMilliseconds.toFixed(0)} ms of CPU, ${samples} samples`);

title(`${values.batches} batches of about ${values.jobs} jobs, each on a simulated farm with a past of 6 batches`);
const figures = calibrate(Number(values.batches), Number(values.jobs), Number(values.seed));
line("within 90 % band", percent(figures.within90));
line("within 50 % band", percent(figures.within50));
line("median error in time", percent(figures.medianError));
line("largest error in time", percent(figures.worstError));
line("cost within 90 % band", percent(figures.usdWithin90));
line("median error in cost", percent(figures.usdMedianError));

if (Number(values.engine) > 0)
  await measureEngine(Number(values.engine), {
    devices: Number(values.devices),
    deviceMilliseconds: Number(values["device-ms"]),
    modelMilliseconds: Number(values["model-ms"]),
  });
process.exit(0);
