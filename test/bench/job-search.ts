/**
 * `npm run bench:search [-- 10000]`: what a search for words and a sorted list take over so many jobs, through the API of a real farm:
 * by a process that has read none of them, then again.
 */
import { startSeededFarm } from "../browser/seeded-farm.ts";
import { minutesIn, seedJob } from "../browser/seeded-jobs.ts";
import { quantile } from "./quantile.ts";

const count = Number(process.argv[2] ?? 10_000);
const rounds = 20;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

await using farm = await startSeededFarm();
for (let n = 1; n <= count; n += 1) {
  const createdAt = minutesIn(n / 10);
  await seedJob(farm, n, {
    ...{ createdAt, startedAt: createdAt, finishedAt: minutesIn(n / 10 + 1) },
    task: `Open the settings and turn on Bluetooth, then set an alarm for ${n % 24}:00`,
    apps: ["com.android.settings", n % 100 === 0 ? "com.example.rare" : "com.android.deskclock"],
    ...(n % 20 === 0
      ? { outcome: "failed", outcomeReason: `setting global/wifi_on: expected ${n}, was 1` }
      : {}),
  });
}
print(`${count} jobs`);

async function milliseconds(query: string): Promise<number> {
  const from = performance.now();
  const response = await fetch(`${farm.apiUrl}/v1/jobs?limit=50&${query}`, {
    headers: { authorization: `Bearer ${farm.token}` },
  });
  const answer = (await response.json()) as { items?: unknown[] };
  const took = performance.now() - from;
  if (!answer.items?.length)
    throw new Error(`${query}: ${response.status} ${JSON.stringify(answer).slice(0, 500)}`);
  return took;
}

const last = Math.floor(count / 20) * 20;
const queries = [
  // No search: the code of the API is loaded for it.
  "outcome=failed",
  "text=com.example.rare",
  `text=expected+${last}`,
  "text=settings&outcome=failed",
  "sort=-steps",
  "sort=task&outcome=failed",
];
for (const query of queries) {
  const before = process.cpuUsage();
  const first = await milliseconds(query);
  const { user: firstUser, system: firstSystem } = process.cpuUsage(before);
  const firstCpu = ((firstUser + firstSystem) / 1_000).toFixed(0);
  const later: number[] = [];
  for (let round = 0; round < rounds; round += 1) later.push(await milliseconds(query));
  const { user, system } = process.cpuUsage(before);
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(later, share).toFixed(0));
  const cpu = ((user + system - firstUser - firstSystem) / 1_000 / rounds).toFixed(0);
  print(
    `${query.padEnd(32)} first ${first.toFixed(0)} ms (CPU ${firstCpu}), then p50 ${p50} ms, p99 ${p99} ms, CPU ${cpu} ms each`,
  );
}
