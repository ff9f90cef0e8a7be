/**
 * `npm run bench:lists -- 1800`: what the first page of twenty of a list of jobs takes among so many that have ended, and how many
 * jobs it reads, in the tables of this process. Every twentieth job failed.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startTables } from "@drover/aws-local";
import { inProcessTables } from "#local/cloud/in-process-tables.ts";
import { createRepositories, type Repositories } from "#shared/storage/repositories.ts";
import type { TableClient } from "#shared/storage/table/table-client.ts";
import { tableDefinition } from "#shared/storage/table/table-definition.ts";
import { at, jobIdOf, sampleJob, tenantId } from "../shared/storage/sample-records.ts";
import { usualRetention } from "../shared/storage/usual-retention.ts";
import { quantile } from "./quantile.ts";

const count = Number(process.argv[2] ?? 1_800);
const rounds = 50;
const tableName = "drover";

const dir = await mkdtemp(path.join(tmpdir(), "drover-bench-"));
const tables = await startTables({ dataDir: dir });
tables.answer("CreateTable", tableDefinition(tableName));
let items = 0;
const counting: typeof tables.answer = (operation, input) => {
  const answer = tables.answer(operation, input);
  const { Responses = {} } = answer.body as { Responses?: Record<string, unknown[]> };
  if (operation === "BatchGetItem") items += Object.values(Responses).flat().length;
  return answer;
};
const others: TableClient = { send: () => Promise.reject(new Error("Nothing else is called.")) };
const dynamodb = inProcessTables({ service: tables.service, answer: counting }, others);
const { jobs } = createRepositories({ ...usualRetention, dynamodb, tableName });

for (let n = 1; n <= count; n += 1) {
  const jobId = jobIdOf(n);
  await jobs.create(
    sampleJob({ jobId, task: `Turn on Bluetooth and open the settings, for the ${n}th time` }),
  );
  const outcome = n % 20 === 0 ? "failed" : "succeeded";
  await jobs.finish({ tenantId, jobId, at, outcome, outcomeReason: "Every validator was asked." });
}

type Asked = Parameters<Repositories["jobs"]["list"]>[1];
const lists: Readonly<Record<string, Omit<Asked, "limit">>> = {
  all: {},
  "status=finished": { status: "finished" },
  "outcome=failed": { filter: { outcome: "failed" } },
  "outcome=failed, tag=x": { filter: { outcome: "failed", tag: "x" } },
  "tag=x": { filter: { tag: "x" } },
};
for (const [name, asked] of Object.entries(lists)) {
  const milliseconds: number[] = [];
  items = 0;
  const cpuBefore = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) {
    // Another job is written meanwhile, as in a farm that works.
    await jobs.setLastError(tenantId, jobIdOf(1 + (round % count)), jobIdOf(1) as never, "DeviceTimeout");
    const startedAt = performance.now();
    await jobs.list(tenantId, { limit: 20, ...asked });
    milliseconds.push(performance.now() - startedAt);
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(milliseconds, share).toFixed(1));
  const cpu = ((user + system) / 1_000 / rounds).toFixed(1);
  process.stdout.write(
    `${name.padEnd(24)} p50 ${p50} ms, p99 ${p99} ms, CPU ${cpu} ms; ${items / rounds} jobs read\n`,
  );
}
tables.close();
await rm(dir, { recursive: true });
