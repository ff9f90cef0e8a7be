/**
 * `npm run bench:judge`: what a judgement costs beyond reading the device. Two figures, each the median of several runs:
 * the verdict alone on a state as large as a real phone's, and the judge command on a virtual phone less the time in which ADB was
 * reading, without storage and with it. On a busy machine only the CPU time says something.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { judge } from "#device-host/commands/judge.ts";
import { systemClock } from "#device-host/host-clock.ts";
import { silentLogger } from "#device-host/host-logger.ts";
import { readDevice } from "#device-host/judging/read-device.ts";
import { TypedSecrets } from "#device-host/secrets/typed-secrets.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { ComparedState } from "#shared/contracts/judging/compared-state.ts";
import { Validator } from "#shared/contracts/judging/validator.ts";
import { judgeJob } from "#shared/rules/judging/judge-job.ts";
import { matchEvidence } from "#shared/rules/judging/match-evidence.ts";
import { startStorage } from "../device-host/start-storage.ts";
import { startTestPhone } from "../device-host/start-test-phone.ts";
import { sampleJob, tenantId } from "../shared/storage/sample-records.ts";
import { quantile } from "./quantile.ts";

const runs = 40;
const warmUps = 5;
const contacts = "content://com.android.contacts/raw_contacts";
const validators = [
  { kind: "setting", namespace: "global", key: "bluetooth_on", equals: "1" },
  { kind: "contentRow", uri: contacts, where: { display_name: "Ann" } },
  { kind: "file", path: "/sdcard/Download/note.txt", contains: "x" },
  { kind: "answer", fields: { total: 12.5 }, tolerance: 0.01 },
].map((one) => Validator.parse(one));

function report(what: string, milliseconds: readonly number[]): void {
  const told = [0.5, 0.9].map((share) => `${quantile(milliseconds, share).toFixed(2)} ms`);
  process.stdout.write(
    `${what.padEnd(62)} median ${told[0]}, 90 % within ${told[1]} (${milliseconds.length} runs)\n`,
  );
}

/** 900 settings, 4,000 files, 3,000 rows; every hundredth of each differs. */
function largeState(isAfter: boolean): ComparedState {
  const value = (index: number): string => `${index}${isAfter && index % 100 === 0 ? " changed" : ""}`;
  const many = (count: number, name: (index: number) => string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), value(index)]));
  const table = (source: string) => ({
    source,
    table: null,
    columns: ["_id", "display_name", "data1"],
    rows: Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [index, [String(index), `Name ${index}`, value(index)]]),
    ),
  });
  return {
    settings: {
      system: many(300, (n) => `s${n}`),
      secure: many(300, (n) => `s${n}`),
      global: many(300, (n) => `s${n}`),
    },
    apps: Array.from({ length: 80 }, (_, index) => `com.example.app${index}`),
    files: many(4_000, (n) => `/sdcard/DCIM/Camera/IMG_${n}.jpg`),
    tables: [table(contacts), table("content://sms"), table("content://call_log/calls")],
    unread: [],
  };
}

function verdictAlone(): number {
  const [before, after] = [largeState(false), largeState(true)];
  const from = process.cpuUsage();
  const results = validators.map((validator) => {
    const evidence = { kind: "agent", status: "success", answer: '{"total": 12.5}' } as const;
    return { validator, verdict: matchEvidence(validator, evidence).verdict };
  });
  const network = { before: "connected", after: "connected" } as const;
  const changes = { allow: ["setting:system/*"], forbid: "any" as const, watch: [] };
  judgeJob({ results, claim: { status: "success" }, changes, before, after, network });
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000;
}

/** How long at least one of them was under way. */
function covered(spans: readonly (readonly [number, number])[]): number {
  let [sum, reached] = [0, 0];
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    sum += Math.max(0, to - Math.max(from, reached));
    reached = Math.max(reached, to);
  }
  return sum;
}

/** Storage that takes everything at once. */
const noStorage = {
  repositories: (job: Job) => ({ jobs: { get: async () => job, saveJudgement: async () => true } }),
  artifacts: { put: async () => undefined },
};

async function wholeCommands(isStored: boolean): Promise<readonly { beyond: number; wall: number }[]> {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-bench-"));
  const [test, storage] = await Promise.all([startTestPhone(), startStorage(dir)]);
  const spans: [number, number][] = [];
  const adb = test.adb.with({
    onCommand: ({ milliseconds }) => spans.push([performance.now() - milliseconds, performance.now()]),
  });
  const job = sampleJob({ validators, claim: { status: "success", answer: '{"total": 12.5}' } });
  await storage.repositories.jobs.create(job);
  const found = await readDevice(adb, job);
  const services = {
    clock: systemClock,
    logger: silentLogger,
    repositories: isStored ? storage.repositories : noStorage.repositories(job),
    artifacts: storage.artifacts,
    spool: isStored ? storage.artifacts : noStorage.artifacts,
    secrets: { read: async () => null },
  };
  const context = {
    command: { tenantId, jobId: job.jobId, commandId: "bench" },
    services,
    adb,
    device: null,
    lease: { secrets: new TypedSecrets(), epoch: 1 },
    part: { found },
  } as unknown as Parameters<typeof judge>[0];
  const measured: { beyond: number; wall: number }[] = [];
  for (let run = 0; run < runs + warmUps; run += 1) {
    spans.length = 0;
    const from = performance.now();
    await judge(context);
    const wall = performance.now() - from;
    measured.push({ wall, beyond: wall - covered(spans) });
  }
  await Promise.all([test.close(), storage.close()]);
  await rm(dir, { recursive: true, force: true });
  return measured.slice(warmUps);
}

report("verdict and comparison, state of a full phone, CPU time", Array.from({ length: runs }, verdictAlone));
const beyond = (whole: readonly { beyond: number }[]): number[] => whole.map(({ beyond }) => beyond);
const unstored = await wholeCommands(false);
report(
  "judge command, whole",
  unstored.map(({ wall }) => wall),
);
report("judge command beyond reading the device", beyond(unstored));
report("the same with storage, in this process too", beyond(await wholeCommands(true)));
