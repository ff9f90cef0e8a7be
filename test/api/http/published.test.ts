import { expect, it } from "vitest";
import * as z from "zod";
import { published } from "#api/http/published.ts";
import { asLasting } from "#shared/storage/table/lasting-items.ts";

let looks = 0;
const Item = z.object({
  id: z.string().refine(() => {
    looks += 1;
    return true;
  }),
  state: z.string().default("new"),
});
const route = {
  path: "/v1/items" as const,
  response: z.object({ items: z.array(Item), nextCursor: z.string().optional() }),
};

it("lets out what the contract names, of a list and of its items", () => {
  const body = { items: [{ id: "a", secret: 1 }], nextCursor: "c", secret: 2 };
  expect(published(route, body)).toEqual({ items: [{ id: "a", state: "new" }], nextCursor: "c" });
  expect(published({ ...route, response: Item }, { id: "b", secret: 3 })).toEqual({ id: "b", state: "new" });
});

it("looks once at an item that lasts, and each time at any other", () => {
  const [lasting, passing] = [asLasting({ id: "lasting" }), { id: "passing" }];
  looks = 0;
  const first = published(route, { items: [lasting, passing] });
  expect(published(route, { items: [lasting, passing] })).toEqual(first);
  expect(looks).toBe(3);
});

it.each([
  ["an item", { items: [{ id: 1 }] }],
  ["the list", { items: [], nextCursor: 7 }],
  ["a body without its list", { nextCursor: "c" }],
])("refuses to let out %s that does not fit", (_what, body) => {
  expect(() => published(route, body)).toThrow("The response of /v1/items does not fit");
});
