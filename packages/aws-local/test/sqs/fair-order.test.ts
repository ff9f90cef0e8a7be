import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FairOrder, type Ordered } from "../../src/sqs/queue/fair-order.ts";

/** One message for each letter, in a group of that name; `-`: without a group. */
const messages = (groups: string): Ordered[] =>
  [...groups].map((group, sequence) => ({ sequence, group: group === "-" ? undefined : group, place: -1 }));

function waiting(groups: string) {
  const order = new FairOrder<Ordered>();
  const all = messages(groups);
  for (const message of all) order.add(message);
  return { order, all };
}

const taken = (order: FairOrder<Ordered>, count: number): readonly (number | undefined)[] =>
  Array.from({ length: count }, () => order.next()?.sequence);

describe("what a fair queue gives out first", () => {
  it("is the oldest when there is one group, and when there is none", () => {
    expect(taken(waiting("aaaa").order, 3)).toEqual([0, 1, 2]);
    expect(taken(waiting("----").order, 3)).toEqual([0, 1, 2]);
    expect(taken(waiting("").order, 1)).toEqual([undefined]);
  });

  it("is by turns one of each group, however many one of them has", () => {
    expect(taken(waiting("aaaaaabbc").order, 6)).toEqual([0, 6, 8, 1, 7, 2]);
  });

  it("goes on with the turns where the last answer left them", () => {
    const { order } = waiting("aaabbb");
    for (let turn = 0; turn < 5; turn += 1) {
      const message = order.next();
      expect(message?.group).toBe(turn % 2 === 0 ? "a" : "b");
      if (message) order.settled(message);
    }
  });

  it("is of the group with the fewest in flight", () => {
    const { order, all } = waiting("aabbbb");
    const old = { sequence: -1, group: "a", place: -1 };
    for (let count = 0; count < 4; count += 1) order.resume(old);
    expect(taken(order, 4)).toEqual([2, 3, 4, 5]);
    for (const message of all.slice(2)) order.settled(message);
    expect(taken(order, 1)).toEqual([0]);
  });

  it("is a message without a group before those of groups that were served", () => {
    expect(taken(waiting("aa-").order, 2)).toEqual([0, 2]);
  });

  it("is never one that was taken out of its turn", () => {
    const { order, all } = waiting("aab");
    for (const message of all.slice(1)) order.remove(message);
    expect(taken(order, 2)).toEqual([0, undefined]);
  });

  it("is in any history what a search through all that waits would find", () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("add"), group: fc.constantFrom("a", "b", "c", undefined) }),
      fc.record({ kind: fc.constantFrom("take", "settle", "back", "remove") }),
    );
    fc.assert(fc.property(fc.array(step, { maxLength: 60 }), followsTheRule));
  });
});

type Step = { readonly kind: string; readonly group?: string | undefined };

/** The rule again, without any index. */
function followsTheRule(steps: readonly Step[]): void {
  const order = new FairOrder<Ordered>();
  const waitingNow: Ordered[] = [];
  const inFlight: Ordered[] = [];
  const servedAt = new Map<string, number>();
  let turn = 0;
  const rank = ({ group, sequence }: Ordered): readonly number[] => [
    group === undefined ? 0 : inFlight.filter((one) => one.group === group).length,
    group === undefined ? 0 : (servedAt.get(group) ?? 0),
    sequence,
  ];
  const compare = (a: Ordered, b: Ordered): number => {
    const other = rank(b);
    return rank(a).reduce((sum, value, index) => sum || value - (other[index] ?? 0), 0);
  };
  for (const [sequence, { kind, group }] of steps.entries()) {
    if (kind === "add") {
      const message = { sequence, group, place: -1 };
      order.add(message);
      waitingNow.push(message);
    } else if (kind === "take") {
      const expected = waitingNow.toSorted(compare)[0];
      expect(order.next()).toBe(expected);
      if (expected === undefined) continue;
      waitingNow.splice(waitingNow.indexOf(expected), 1);
      inFlight.push(expected);
      turn += 1;
      if (expected.group !== undefined) servedAt.set(expected.group, turn);
    } else if (kind === "remove") {
      const last = waitingNow.pop();
      if (last) order.remove(last);
    } else {
      const flying = inFlight.shift();
      if (flying === undefined) continue;
      order.settled(flying);
      if (kind !== "back") continue;
      order.add(flying);
      waitingNow.push(flying);
    }
  }
}
