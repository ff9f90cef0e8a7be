import { expect, it } from "vitest";
import { everyItem } from "#shared/values/every-item.ts";

const pages = [
  { items: [1, 2], nextCursor: "a" },
  { items: [], nextCursor: "b" },
  { items: [3], nextCursor: undefined },
];

it("gives the items of all pages in order, an empty page between them too", async () => {
  const asked: (string | undefined)[] = [];
  const items = everyItem(async (cursor) => {
    asked.push(cursor);
    return pages[asked.length - 1] ?? { items: [] };
  });
  expect(await Array.fromAsync(items)).toEqual([1, 2, 3]);
  expect(asked).toEqual([undefined, "a", "b"]);
});

it("reads no page that nobody needs", async () => {
  let asked = 0;
  for await (const item of everyItem(async () => ({ items: [++asked], nextCursor: "more" }))) {
    if (item === 2) break;
  }
  expect(asked).toBe(2);
});
