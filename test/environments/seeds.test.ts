import { expect, it } from "vitest";
import { readSuite } from "#cli/suite/read-suite.ts";
import { seededRandom } from "#shared/rules/statistics/seeded-random.ts";
import { randomAction } from "../bench/env/random-policy.ts";
import { RfcClient, type RfcResult } from "./rfc-client.ts";
import { startEnv } from "./start-env.ts";

/** All that an agent and its trainer see of an episode, as bytes. */
async function episode(client: RfcClient, seed: number, picture = false): Promise<string> {
  const random = seededRandom(seed);
  let seen: RfcResult = await client.reset({ seed, picture, episode_id: "same" });
  const all = [seen];
  for (let step = 0; step < 10 && !seen.done; step += 1) {
    seen = await client.step(randomAction(seen.observation, random));
    all.push(seen);
  }
  if (!seen.done) all.push(await client.step({ action: "FINISH", status: "success" }));
  return JSON.stringify(
    all.map(({ metadata: { task_id, seed: its, rubric }, ...rest }) => ({ ...rest, task_id, its, rubric })),
  );
}

it("[spec G8] a seed gives the same bytes, in another session and at another time", async () => {
  const tasks = await readSuite("tasks/settings.yaml", { draws: 3 });
  const { url } = await startEnv({ tasks });
  const [one, other] = [await RfcClient.connect(url), await RfcClient.connect(url)];
  const seeds = [1, 2, 3, 4, 5, 6];
  const first: string[] = [];
  for (const seed of seeds) first.push(await episode(one, seed));
  // Backwards and in a session with a history of its own, so that nothing left over can be what makes them equal.
  for (const seed of seeds.toReversed()) expect(await episode(other, seed)).toBe(first[seed - 1]);
  expect(new Set(first).size).toBe(seeds.length);
});

it("a seed gives the same pixels too", async () => {
  const { url } = await startEnv();
  const [one, other] = [await RfcClient.connect(url), await RfcClient.connect(url)];
  expect(await episode(one, 9, true)).toBe(await episode(other, 9, true));
});

it("a group of sessions begins from one state, whatever the others have done", async () => {
  const { url } = await startEnv();
  const group = await Promise.all([1, 2, 3, 4].map(() => RfcClient.connect(url)));
  const begun = await Promise.all(group.map((client) => client.reset({ task: "bluetooth", seed: 5 })));
  expect(new Set(begun.map(({ observation }) => JSON.stringify(observation))).size).toBe(1);
  await group[0]?.step({ action: "open_app", app: "Settings" });
  const late = await RfcClient.connect(url);
  const { observation } = await late.reset({ task: "bluetooth", seed: 5 });
  expect(observation).toEqual(begun[0]?.observation);
});

it("a seed that nobody gave is in the answer, and gives the same episode again", async () => {
  const tasks = await readSuite("tasks/settings.yaml", { draws: 3 });
  const { url } = await startEnv({ tasks });
  const client = await RfcClient.connect(url);
  const { observation, metadata } = await client.reset();
  const again = await client.reset({ seed: metadata.seed });
  expect(again.metadata.task_id).toBe(metadata.task_id);
  expect(again.observation).toEqual(observation);
});
