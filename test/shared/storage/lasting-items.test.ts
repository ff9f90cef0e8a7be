import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it, vi } from "vitest";
import { fromLastingAttributes } from "#shared/storage/direct/attribute-values.ts";
import { madeOnce } from "#shared/storage/table/lasting-items.ts";

it("[fault D30] what is made of an item takes no map, and goes with the item", async () => {
  let maps = 0;
  class CountedMap<Key, Value> extends Map<Key, Value> {
    constructor(entries?: Iterable<readonly [Key, Value]> | null) {
      super(entries);
      maps += 1;
    }
  }
  vi.stubGlobal("Map", CountedMap);
  const made = Array.from({ length: 500 }, (_, number) => {
    const item = {
      pk: { S: `local#job#${number}` },
      outcome: { M: { note: { S: "done" } } },
      tags: { L: [] },
    };
    const values = fromLastingAttributes(item);
    expect(fromLastingAttributes(item)).toBe(values);
    const parsed = madeOnce(values, "parse", () => ({ number }));
    expect(madeOnce(values, "parse", () => ({ number: -1 }))).toBe(parsed);
    expect(madeOnce(values, "publish", () => "other")).toBe("other");
    return new WeakRef(parsed);
  });
  vi.unstubAllGlobals();
  expect(maps).toBe(0);
  // What a WeakRef was asked for lives until the turn ends.
  await setImmediate();
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  expect(made.filter((one) => one.deref() !== undefined)).toEqual([]);
});
