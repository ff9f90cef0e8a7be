import { describe, expect, it } from "vitest";
import { fairChoice } from "#local/cloud/sqs/fair-queues.ts";

const idle = { inFlight: new Map<string, number>(), servedAt: new Map<string, number>(), turn: 0 };
const waiting = (groups: string) =>
  [...groups].map((group) => (group === "-" ? {} : { messageGroupId: group }));

describe("what a fair queue gives out first", () => {
  it("is the oldest when there is one group, and when there is none", () => {
    expect(fairChoice(waiting("aaaa"), idle, 3)).toEqual([0, 1, 2]);
    expect(fairChoice(waiting("----"), idle, 3)).toEqual([0, 1, 2]);
    expect(fairChoice([], idle, 3)).toEqual([]);
  });

  it("is by turns one of each group, however many one of them has", () => {
    expect(fairChoice(waiting("aaaaaabbc"), idle, 6)).toEqual([0, 6, 8, 1, 7, 2]);
  });

  it("goes on with the turns where the last answer left them", () => {
    const servedAt = new Map([
      ["a", 2],
      ["b", 1],
    ]);
    expect(fairChoice(waiting("aaab"), { ...idle, servedAt, turn: 2 }, 1)).toEqual([3]);
    expect(fairChoice(waiting("aaac"), { ...idle, servedAt, turn: 2 }, 1)).toEqual([3]);
  });

  it("is of the group with the fewest in flight", () => {
    const inFlight = new Map([
      ["a", 5],
      ["b", 1],
    ]);
    expect(fairChoice(waiting("aabbbb"), { ...idle, inFlight }, 3)).toEqual([2, 3, 4]);
  });

  it("is a message without a group before those of groups that were served", () => {
    expect(fairChoice(waiting("aa-"), idle, 2)).toEqual([0, 2]);
  });
});
