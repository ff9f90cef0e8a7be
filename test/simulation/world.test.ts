import fc from "fast-check";
import { expect, it } from "vitest";
import { SeededRandom } from "#simulation/world/seeded-random.ts";
import { TimerQueue } from "#simulation/world/timer-queue.ts";

it("fires timers by their time, and those of one time in the order in which they were set", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ at: fc.nat(20), isCancelled: fc.boolean() })), (timers) => {
      const queue = new TimerQueue();
      const added = timers.map((timer, order) => ({ ...timer, order, fire: () => undefined }));
      for (const timer of added) queue.add(timer);
      const taken = Array.from({ length: added.length + 1 }, () => queue.take()).filter(Boolean);
      const due = added.filter(({ isCancelled }) => !isCancelled);
      expect(taken).toEqual(due.toSorted((one, other) => one.at - other.at || one.order - other.order));
    }),
  );
});

it("gives the same numbers for a seed and a name, and others for another name", () => {
  const numbers = (seed: number, name?: string) => {
    const random = new SeededRandom(seed, name);
    return Array.from({ length: 8 }, () => random.next());
  };
  expect(numbers(7)).toEqual(numbers(7));
  expect(numbers(7, "model")).not.toEqual(numbers(7, "phones"));
  expect(numbers(8)).not.toEqual(numbers(7));
  expect(numbers(7).every((number) => number >= 0 && number < 1)).toBe(true);
});
