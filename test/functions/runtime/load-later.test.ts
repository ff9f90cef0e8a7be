import { expect, it } from "vitest";
import { loadLater } from "#functions/runtime/load-later.ts";

interface Shelf {
  read(title: string): Promise<string>;
  all(): AsyncGenerator<string>;
}

const shelf: Shelf = {
  read: async (title) => `${title}, read`,
  async *all() {
    yield "Emma";
    yield "Ulysses";
  },
};

it("is loaded by the first question, once for all", async () => {
  let loads = 0;
  const later = loadLater<Shelf>(
    async () => {
      loads += 1;
      return shelf;
    },
    { all: "stream" },
  );
  expect(loads).toBe(0);
  expect(await Promise.all([later.read("Emma"), later.read("Ulysses")])).toEqual([
    "Emma, read",
    "Ulysses, read",
  ]);
  expect(await Array.fromAsync(later.all())).toEqual(["Emma", "Ulysses"]);
  expect(loads).toBe(1);
});

it("is given on by async code without being loaded", async () => {
  const later = loadLater<Shelf>(() => Promise.reject(new Error("loaded")), { all: "stream" });
  expect(await Promise.resolve(later)).toBe(later);
});

it("fails the question that could not load it, and is loaded by the next", async () => {
  let loads = 0;
  const later = loadLater<Shelf>(
    async () => {
      loads += 1;
      if (loads === 1) throw new Error("no such file");
      return shelf;
    },
    { all: "stream" },
  );
  await expect(later.read("Emma")).rejects.toThrow("no such file");
  expect(await later.read("Emma")).toBe("Emma, read");
});
