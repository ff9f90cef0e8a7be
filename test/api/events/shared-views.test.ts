import { describe, expect, it } from "vitest";
import { SharedViews } from "#api/events/shared-views.ts";

function counted() {
  const views = new SharedViews<number>(10);
  let reads = 0;
  const look = (now: number, read = async () => ++reads) => views.view("a job", now, 500, read);
  return { look, reads: () => reads };
}

describe("what many look at", () => {
  it("is read once for all of them, while it is being read and for a moment after", async () => {
    const { look, reads } = counted();
    await Promise.all(Array.from({ length: 20 }, () => look(0)));
    await look(499);
    expect(reads()).toBe(1);
  });

  it("is read again when the moment is over", async () => {
    const { look } = counted();
    await look(0);
    expect(await look(500)).toBe(2);
  });

  it("is read again after a failure", async () => {
    const { look } = counted();
    await expect(look(0, () => Promise.reject(new Error("away")))).rejects.toThrow("away");
    expect(await look(1)).toBe(1);
  });
});
