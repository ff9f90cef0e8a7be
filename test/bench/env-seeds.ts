import { createHash } from "node:crypto";
import { PhoneSource } from "#cli/env/devices/phone-source.ts";
import { EnvTasks } from "#cli/env/env-tasks.ts";
import { TaskEnvironment } from "#cli/env/environment.ts";
import { readSuite } from "#cli/suite/read-suite.ts";
import { RubricWeights } from "#shared/contracts/env/rubric.ts";
import { seededRandom } from "#shared/rules/statistics/seeded-random.ts";
import { randomAction } from "./env/random-policy.ts";

/**
 * How many seeded episodes of a random policy give the same bytes a second time, on another phone and in another order:
 * `FROM=0 EPISODES=1000 STEPS=6 npm run bench:env-seeds`. All tasks of the suite.
 */
const episodes = Number(process.env.EPISODES ?? 1_000);
/** So many are run once before they are run again. */
const block = 500;
const from = Number(process.env.FROM ?? 0);
const steps = Number(process.env.STEPS ?? 6);

const tasks = new EnvTasks(await readSuite(undefined, { draws: 2 }));
const source = await PhoneSource.create();
const environment = (sessionId: string): TaskEnvironment =>
  new TaskEnvironment({
    sessionId,
    device: source.open(),
    tasks,
    weights: RubricWeights.parse({}),
    log: () => {},
  });

async function bytesOf(env: TaskEnvironment, seed: number): Promise<string> {
  const told = createHash("sha256");
  const random = seededRandom(seed);
  let seen = await env.reset({ seed });
  const tell = (): void => {
    const { observation, reward, done, metadata } = seen;
    told.update(
      JSON.stringify([observation, reward, done, metadata.task_id, metadata.rubric, metadata.reason]),
    );
  };
  tell();
  for (let step = 0; step < steps && !seen.done; step += 1) {
    seen = await env.step(randomAction(seen.observation, random));
    tell();
  }
  if (!seen.done) seen = await env.step({ action: "FINISH", status: "success" });
  tell();
  return told.digest("hex");
}

const [one, other] = [environment("one"), environment("other")];
const different: number[] = [];
for (let begun = from; begun < from + episodes; begun += block) {
  const length = Math.min(block, from + episodes - begun);
  const seeds = Array.from({ length }, (_, index) => begun + index);
  const first: string[] = [];
  for (const seed of seeds) first.push(await bytesOf(one, seed));
  for (const seed of seeds.toReversed())
    if ((await bytesOf(other, seed)) !== first[seed - begun]) different.push(seed);
  // A run of an hour shall be seen to go on.
  process.stderr.write(`seeds to ${begun + length}: different are ${different.join(", ") || "none"}\n`);
}
const { user, system } = process.cpuUsage();
process.stdout.write(
  `${episodes - different.length} of ${episodes} seeded episodes are byte-equal, over ${tasks.all.length} tasks${different.length === 0 ? "" : `; not those of the seeds ${different.slice(0, 20).join(", ")}`}; ${((user + system) / 1_000_000).toFixed(0)} s of CPU\n`,
);
await Promise.all([one.close(), other.close()]);
await source.close();
