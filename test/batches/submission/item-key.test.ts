import { describe, expect, it } from "vitest";
import { itemKeyOf } from "#batches/submission/item-key.ts";
import { BatchLine } from "#shared/contracts/batch/batch-line.ts";

const keyOf = (line: unknown) => itemKeyOf(BatchLine.parse(line));
const line = { taskId: "wifi", request: { task: "Turn off Wi-Fi", limits: { maxSteps: 9, maxTokens: 100 } } };

describe("the key of a batch's item", () => {
  it("is the same however the line is written, defaults left out or in another order", () => {
    const spelt = {
      epoch: 1,
      variant: "default",
      request: { limits: { maxTokens: 100, maxSteps: 9 }, debug: false, task: "Turn off Wi-Fi" },
      taskId: "wifi",
    };
    expect(keyOf(spelt)).toBe(keyOf(line));
    expect(keyOf(line)).toMatch(/^[0-9a-f]{20}$/);
  });

  it("does not heed what only tells how the item counts", () => {
    expect(keyOf({ ...line, tags: ["smoke"], weight: 3, prerequisite: "login" })).toBe(keyOf(line));
  });

  it.each([
    { ...line, taskId: "wlan" },
    { ...line, variant: "gpt" },
    { ...line, epoch: 2 },
    { ...line, request: { ...line.request, task: "Turn off wifi" } },
    { ...line, request: { ...line.request, limits: { maxSteps: 10, maxTokens: 100 } } },
  ])("is another for another task, variant, epoch or request: %#", (other) => {
    expect(keyOf(other)).not.toBe(keyOf(line));
  });
});
