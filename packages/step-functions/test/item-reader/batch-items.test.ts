import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../src/expression/json-value.ts";
import { type BatchRules, batchItems } from "../../src/item-reader/batch-items.ts";
import { collect } from "./collect.ts";

const batchesOf = (items: readonly JsonValue[], rules: BatchRules) => collect(batchItems(items, rules));
const bytesOf = (value: JsonValue) => Buffer.byteLength(JSON.stringify(value), "utf8");

describe("batches", () => {
  it("hold as many items as allowed, the last one what is left", async () => {
    expect(await batchesOf([1, 2, 3, 4, 5], { maxItems: 2 })).toEqual([
      { Items: [1, 2] },
      { Items: [3, 4] },
      { Items: [5] },
    ]);
  });

  it("carry the batch input, which counts towards their size", async () => {
    const batchInput = { run: "r" };
    const maxBytes = bytesOf({ BatchInput: batchInput, Items: ["aa", "bb"] });
    expect(await batchesOf(["aa", "bb", "cc"], { maxBytes, batchInput })).toEqual([
      { BatchInput: batchInput, Items: ["aa", "bb"] },
      { BatchInput: batchInput, Items: ["cc"] },
    ]);
  });

  it("never exceed what a child workflow can take, even when only their length is bounded", async () => {
    const items = Array.from({ length: 6 }, () => "x".repeat(100_000));
    const batches = await batchesOf(items, { maxItems: 100 });
    expect(batches.map((batch) => (batch as { Items: JsonValue[] }).Items.length)).toEqual([2, 2, 2]);
  });

  it("fail for an item that fits no batch", async () => {
    await expect(batchesOf(["ok", "x".repeat(50)], { maxBytes: 40 })).rejects.toMatchObject({
      error: "States.DataLimitExceeded",
      message:
        "An item of 52 bytes does not fit a batch of at most 40 bytes, of which 12 are taken without it",
    });
  });

  it("lose and reorder nothing and stay within both bounds", async () => {
    const items = fc.array(fc.oneof(fc.integer(), fc.string({ maxLength: 20, unit: "grapheme" })));
    await fc.assert(
      fc.asyncProperty(
        items,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 400, max: 900 }),
        async (list, maxItems, maxBytes) => {
          const batches: JsonObject[] = await batchesOf(list, { maxItems, maxBytes });
          expect(batches.flatMap((batch) => batch.Items)).toEqual(list);
          for (const batch of batches) {
            expect((batch.Items as JsonValue[]).length).toBeLessThanOrEqual(maxItems);
            expect(bytesOf(batch)).toBeLessThanOrEqual(maxBytes);
          }
        },
      ),
    );
  });
});
