/**
 * `npm run bench:external`: 200 jobs at once whose agents are outside of the farm and sleep, die, answer twice or late, and what a step
 * through that door costs more than one inside. `npm run bench:external -- --jobs 50 --runs 3 --only overhead`. Needs python3.
 */
import { parseArgs } from "node:util";
import { startBenchFarm } from "./batch/bench-farm.ts";
import { line, milliseconds, title } from "./batch/print.ts";
import { runMisbehaving, wrongEnds } from "./external/misbehaving.ts";
import { measureOverhead } from "./external/overhead.ts";

const { values } = parseArgs({
  options: {
    jobs: { type: "string", default: "200" },
    runs: { type: "string", default: "7" },
    steps: { type: "string", default: "40" },
    python: { type: "string", default: "python3" },
    only: { type: "string", default: "overhead,misbehaving" },
  },
});
const profile = { deviceMilliseconds: 0, modelMilliseconds: 0 };
const wanted = new Set(values.only.split(","));

if (wanted.has("overhead")) {
  title("What the door for agents outside costs");
  const farm = await startBenchFarm({ ...profile, devices: 1 });
  await measureOverhead(farm, Number(values.runs), Number(values.steps)).finally(() => farm.close());
}

if (wanted.has("misbehaving")) {
  const count = Number(values.jobs);
  title(`${count} jobs at once whose agents sleep, die, answer twice and answer late`);
  const farm = await startBenchFarm({ ...profile, devices: count });
  const came = await runMisbehaving(farm, count, values.python).finally(() => farm.close());
  const ends = came.jobs.map(({ behaviour, outcome, endReason }) => `${behaviour}: ${outcome}, ${endReason}`);
  for (const [end, jobs] of Object.entries(Object.groupBy(ends, (end) => end)))
    line(String(jobs?.length ?? 0), end);
  for (const [what, times] of Object.entries(came.answers))
    line(String(times), `answers by the API: ${what}`);
  line("took", milliseconds(came.milliseconds));
  const wrong = wrongEnds(came);
  for (const words of wrong) line("WRONG", words);
  if (wrong.length > 0 || came.served.code === null) process.exitCode = 1;
}
process.exit();
