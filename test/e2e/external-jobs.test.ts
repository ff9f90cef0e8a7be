import { expect, it } from "vitest";
import { startBenchFarm } from "../bench/batch/bench-farm.ts";
import { behaviours, runMisbehaving, wrongEnds } from "../bench/external/misbehaving.ts";
import { notTried, python } from "../find-python.ts";

const count = 21;

it(`each job of agents that sleep, die, answer twice, answer late or never ends once, and never as the farm's fault${notTried}`, async () => {
  if (python === null) return expect(python).toBeNull();
  const farm = await startBenchFarm({ devices: count, deviceMilliseconds: 0, modelMilliseconds: 0 });
  const came = await runMisbehaving(farm, count, python).finally(() => farm.close());
  expect(wrongEnds(came)).toEqual([]);
  expect(came.jobs).toHaveLength(count);
  expect(new Set(came.jobs.map(({ behaviour }) => behaviour))).toEqual(new Set(Object.keys(behaviours)));
  // Of two answers to one turn one was taken, and what came after a turn's time was refused.
  expect(came.answers.taken).toBe(came.answers.TurnAnswered);
  expect(["TurnAnswered", "TurnOver", "taken"]).toEqual(expect.arrayContaining(Object.keys(came.answers)));
  expect(came.served.stderr).toContain("ended with code 3; its last output: I cannot go on");
  expect(came.served.stderr).toContain("ignored:");
}, 300_000);
