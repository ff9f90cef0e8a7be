/**
 * `npm run bench:cost`: dollars of AWS for 1,000 jobs of 15 steps, by service. Runs jobs of two lengths on a real farm, counts
 * what its stand-ins did and the engine's transitions, and draws the line through both; `--write` puts the figures into
 * shared/rules/cost/measured-cost.ts, which forecasts read, and their table into docs/cost.md.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startFarm } from "#local/farm.ts";
import { functions } from "#shared/contracts/functions/functions.ts";
import { type JobCost, pricesReadOn } from "#shared/rules/cost/aws-prices.ts";
import { createAwsClients } from "#shared/storage/clients/aws-clients.ts";
import { awsConfigFromEnvironment } from "#shared/storage/clients/aws-config-from-environment.ts";
import { type Measured, type MeasuredFarm, measureBatch, measureJobs, tasks } from "./cost/measure-jobs.ts";
import { costTable } from "./cost/print-table.ts";
import { combined, nothingUsed } from "./cost/quantities.ts";

const jobsOfEach = 3;
const steps = 15;
const keptDays = 30;
/** A model's answer takes so long, and PredictAction waits for it. The practice model takes none of it. */
const modelSeconds = 3;
const predictGigabytes = functions["predict-action"].memoryMegabytes / 1_024;
const page = path.resolve(import.meta.dirname, "../../docs/cost.md");

const figures = path.resolve(import.meta.dirname, "../../shared/rules/cost/measured-cost.ts");

interface AllMeasured {
  readonly short: Measured;
  readonly long: Measured;
  /** Of the short task, as two batches. */
  readonly batches: readonly [few: Measured, many: Measured];
}

async function measureAll(): Promise<AllMeasured> {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-cost-"));
  const options = { dir, phones: jobsOfEach, metered: true, environment: {}, report: () => undefined };
  const farm = await startFarm(options);
  try {
    const { sfn } = createAwsClients(awsConfigFromEnvironment(farm.file.environment));
    const on: MeasuredFarm = { farm, dir, sfn, keptMonths: keptDays / 30 };
    // The first loads the functions and fills the caches.
    await measureJobs(on, tasks.short, jobsOfEach);
    const short = await measureJobs(on, tasks.short, jobsOfEach);
    const long = await measureJobs(on, tasks.long, jobsOfEach);
    const few = await measureBatch(on, tasks.short, jobsOfEach);
    return { short, long, batches: [few, await measureBatch(on, tasks.short, jobsOfEach * 4)] };
  } finally {
    await farm.close();
    await rm(dir, { recursive: true, force: true });
  }
}

/** What the file keeps is what the table says. */
function sixDigits(value: number): number {
  return Number(value.toPrecision(6));
}

const figuresText = (measuredCost: JobCost): string =>
  `import type { JobCost } from "./aws-prices.ts";

/** A job of so many steps; a model's answer takes so long, and PredictAction waits for it. */
export const measuredSteps = ${steps};
export const measuredModelSeconds = ${modelSeconds};

/** Measured and written by \`npm run bench:cost -- --write\`, which writes the table of docs/cost.md too. */
export const measuredCost: JobCost = ${JSON.stringify(measuredCost, null, 2)
    .replace(/"(\w+)":/g, "$1:")
    .replace(/([\w}])\n/g, "$1,\n")};
`;

/** Of one job, with what its model calls would have PredictAction wait. */
function perJob(measured: Measured) {
  return combined(whole(measured), nothingUsed, (one) => one / measured.jobs);
}

function whole({ modelCalls, quantities }: Measured) {
  const waited = modelCalls * modelSeconds * predictGigabytes;
  return { ...quantities, lambdaGigabyteSecond: quantities.lambdaGigabyteSecond + waited };
}

const { short, long, batches } = await measureAll();
const [few, many] = batches;
/** What a job of a batch uses more than one by itself; what the batch has once falls out. */
const batchJob = combined(
  combined(whole(few), whole(many), (one, other) => (other - one) / (many.jobs - few.jobs)),
  perJob(short),
  (inBatch, alone) => inBatch - alone,
);
const stepsOf = ({ steps: all, jobs }: Measured): number => all / jobs;
const share = (steps - stepsOf(short)) / (stepsOf(long) - stepsOf(short));
const job = combined(perJob(short), perJob(long), (one, other) => one + (other - one) * share);
const step = combined(
  perJob(short),
  perJob(long),
  (one, other) => (other - one) / (stepsOf(long) - stepsOf(short)),
);
const measuredCost: JobCost = {
  job: combined(job, nothingUsed, sixDigits),
  step: combined(step, nothingUsed, sixDigits),
  batchJob: combined(batchJob, nothingUsed, sixDigits),
};
const table = costTable(measuredCost, 1_000);
process.stdout.write(
  `prices of ${pricesReadOn}; measured on ${jobsOfEach} jobs of ${stepsOf(short)} steps and ${jobsOfEach} of ${stepsOf(long)} steps, ${(long.modelCalls / long.jobs).toFixed(1)} model calls each\n${table}\n`,
);
if (process.argv.includes("--write")) {
  await writeFile(figures, figuresText(measuredCost));
  const before = await readFile(page, "utf8");
  const [start, end] = ["<!-- table -->\n", "<!-- end of table -->"];
  const [head, rest = ""] = before.split(start);
  await writeFile(page, `${head}${start}\n${table}\n\n${end}${rest.split(end)[1] ?? ""}`);
}
process.exit(0);
