import { startModelServer } from "@drover/practice-model";
import { noUsageByRole } from "#agent/model-calls/usage.ts";
import { type EndedRecovery, recoveryMetrics } from "#api/recoveries/recovery-metrics.ts";
import { RecoveryCounts } from "#shared/contracts/recovery/recovery.ts";
import type { RecoveryMetrics } from "#shared/contracts/recovery/recovery-metrics.ts";
import { driveRecovery } from "../agent/recovery/drive-recovery.ts";
import { oneProvider, startFunctions, type TestFunctions } from "../functions/start-functions.ts";
import { newPhone, observe } from "../practice-model/drive-phone.ts";
import { jobIdOf, sampleJob } from "../shared/storage/sample-records.ts";
import { type FailureCase, failureCases } from "./recovery/failure-cases.ts";

/**
 * 30 seeded failures of somebody's automation on virtual phones, five of each kind, with a recovery by the practice model and with
 * nothing but the automation's own retries (docs/spec.md E7). Whether it worked is looked up on the phone: what the automation
 * wants to use is there. Time is what models and rules take, and what is waited; the phone itself takes none.
 */
interface Measured {
  readonly kind: FailureCase["kind"];
  readonly ended: EndedRecovery;
  /** The automation can go on. */
  readonly works: boolean;
}

const retries = 3;
const pauseMilliseconds = 1_000;

/** What a framework does by itself: the same again, a second later. */
async function withoutRecovery(failure: FailureCase): Promise<Measured> {
  const clock = { now: new Date("2025-03-04T09:10:00Z") };
  const { phone, dispose } = await newPhone(clock.now);
  try {
    await failure.break(phone, () => clock.now.getTime());
    const began = clock.now.getTime();
    let [works, tries] = [false, 0];
    while (!works && tries < retries) {
      clock.now = new Date(clock.now.getTime() + pauseMilliseconds);
      works = failure.works(await observe(phone));
      tries += 1;
    }
    const milliseconds = clock.now.getTime() - began;
    const executor = { calls: tries, hits: works ? 1 : 0 };
    const counts = RecoveryCounts.parse({
      milliseconds,
      replans: 0,
      succeededSteps: works ? 1 : 0,
      tries,
      tools: { executor },
    });
    return { kind: failure.kind, ended: { outcome: works ? "recovered" : "not_recovered", counts }, works };
  } finally {
    await dispose();
  }
}

async function withRecovery(
  failure: FailureCase,
  number: number,
  functions: TestFunctions,
): Promise<Measured> {
  const { phone, dispose } = await newPhone();
  try {
    await failure.break(phone, () => functions.clock.now.getTime());
    const startedAt = functions.clock.now.toISOString();
    const jobId = jobIdOf(number);
    const job = sampleJob({ jobId, status: "running", startedAt, usageByRole: noUsageByRole });
    await functions.repositories.jobs.create(job);
    const { recovery } = await driveRecovery({ functions, phone, job, raised: failure.raised });
    const { outcome = "aborted", counts } = recovery;
    const works = failure.works(await observe(phone));
    return { kind: failure.kind, ended: { outcome, counts: RecoveryCounts.parse(counts) }, works };
  } finally {
    await dispose();
  }
}

const percent = (share: number | null): string => (share === null ? "-" : `${Math.round(share * 100)} %`);
const out = (cells: readonly string[]): void =>
  void process.stdout.write(
    `${cells.map((cell, index) => (index === 0 ? cell.padEnd(28) : cell.padStart(14))).join("")}\n`,
  );

const rows: readonly (readonly [name: string, of: (metrics: RecoveryMetrics) => string])[] = [
  ["recovery success rate", ({ successRate }) => percent(successRate)],
  [
    "average recovery time",
    ({ averageMilliseconds: ms }) => (ms === null ? "-" : `${(ms / 1_000).toFixed(2)} s`),
  ],
  ["replans, together", ({ replans }) => String(replans)],
  ["tool accuracy", ({ toolAccuracy }) => percent(toolAccuracy.all)],
  ["  locator", ({ toolAccuracy }) => percent(toolAccuracy.locator)],
  ["  executor", ({ toolAccuracy }) => percent(toolAccuracy.executor)],
  ["  validator", ({ toolAccuracy }) => percent(toolAccuracy.validator)],
  ["step efficiency", ({ stepEfficiency }) => percent(stepEfficiency)],
];

const model = await startModelServer();
const functions = await startFunctions({
  DROVER_MODEL_PROVIDERS: oneProvider(model.url),
  PRACTICE_KEY: model.apiKey,
});
const cases = failureCases(Number(process.argv[2] ?? 7));
const [without, recovered]: Measured[][] = [[], []];
for (const [index, failure] of cases.entries()) {
  without?.push(await withoutRecovery(failure));
  recovered?.push(await withRecovery(failure, 1_000 + index, functions));
}
await functions.close();
await model.close();
const measured = { without: without ?? [], recovered: recovered ?? [] };
out([`${cases.length} failures`, "without", "with recovery"]);
const metrics = {
  without: recoveryMetrics(measured.without.map(({ ended }) => ended)),
  recovered: recoveryMetrics(measured.recovered.map(({ ended }) => ended)),
};
for (const [name, of] of rows) out([name, of(metrics.without), of(metrics.recovered)]);
const working = (all: readonly Measured[]) => `${all.filter(({ works }) => works).length} of ${all.length}`;
out(["automation can continue", working(measured.without), working(measured.recovered)]);
for (const kind of new Set(cases.map((failure) => failure.kind))) {
  const of = (all: readonly Measured[]) => working(all.filter((one) => one.kind === kind));
  out([`  ${kind}`, of(measured.without), of(measured.recovered)]);
}
