import { setImmediate } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { fromLastingAttributes } from "#shared/storage/direct/attribute-values.ts";
import { madeOnce } from "#shared/storage/table/lasting-items.ts";
import { collectGarbage } from "../../collect-garbage.ts";

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
  await setImmediate();
  collectGarbage();
  expect(made.filter((one) => one.deref() !== undefined)).toEqual([]);
});
