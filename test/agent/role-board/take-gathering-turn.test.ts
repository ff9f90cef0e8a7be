import fc from "fast-check";
import { expect, it } from "vitest";
import { leaveGatheringTurn, takeGatheringTurn } from "#agent/role-board/take-gathering-turn.ts";
import { JobId } from "#shared/contracts/values/ids.ts";

const job = (number: number) => JobId.parse(`01J0000000000000000000000${number}`);
const [a, b, c] = [job(1), job(2), job(3)];
const start = Date.parse("2026-01-05T10:00:00.000Z");
const at = (seconds: number) => new Date(start + seconds * 1_000);
type Turn = Parameters<typeof takeGatheringTurn>[0];

it("is one job's at a time, and goes on in the order in which they came", () => {
  const first = takeGatheringTurn({ line: [] }, a, at(0), 600);
  expect(first.mine).toBe(true);
  const second = takeGatheringTurn(first.turn, b, at(1), 600);
  const third = takeGatheringTurn(second.turn, c, at(2), 600);
  expect([second.mine, third.mine]).toEqual([false, false]);
  const free = leaveGatheringTurn(third.turn, a) as Turn;
  expect(takeGatheringTurn(free, c, at(3), 600).mine, "b came before").toBe(false);
  expect(takeGatheringTurn(free, b, at(3), 600).mine).toBe(true);
});

it("is given to who has it, asked again", () => {
  const { turn } = takeGatheringTurn({ line: [] }, a, at(0), 600);
  expect(takeGatheringTurn(turn, a, at(30), 600)).toEqual({ turn, mine: true });
});

it("is free when its holder's time is over, and who went away is in nobody's way", () => {
  const { turn } = takeGatheringTurn({ line: [] }, a, at(0), 600);
  const waits = takeGatheringTurn(turn, b, at(1), 600).turn;
  // b was cancelled and asks no more.
  expect(takeGatheringTurn(waits, c, at(601), 600).mine).toBe(true);
});

it("is left by who has it, and nobody else's is taken away", () => {
  const { turn } = takeGatheringTurn({ line: [] }, a, at(0), 600);
  expect(leaveGatheringTurn(turn, b)).toBeNull();
  expect(leaveGatheringTurn(turn, a)).toEqual({ line: [] });
});

it("has one holder at most, whoever asks and leaves in whatever order", () => {
  const step = fc.record({
    job: fc.constantFrom(a, b, c),
    leaves: fc.boolean(),
    seconds: fc.integer({ min: 0, max: 60 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let turn: Turn = { line: [] };
      let now = 0;
      for (const { job: asks, leaves, seconds } of steps) {
        now += seconds;
        const holder = turn.holder;
        if (leaves) turn = leaveGatheringTurn(turn, asks) ?? turn;
        else {
          const asked = takeGatheringTurn(turn, asks, at(now), 600);
          const held = holder !== undefined && holder.until > at(now).toISOString();
          if (asked.mine && held) expect(holder.jobId).toBe(asks);
          turn = asked.turn;
        }
        expect(new Set(turn.line.map(({ jobId }) => jobId)).size).toBe(turn.line.length);
      }
    }),
  );
});
