import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { oneATurn, takeTurns } from "#local/cloud/lambda/one-a-turn.ts";
import type { WireRequest } from "#shared/http/wire.ts";
import { collectGarbage } from "../../../collect-garbage.ts";

const request = (path: string): WireRequest => ({
  method: "POST",
  path,
  query: "",
  headers: {},
  body: Buffer.alloc(0),
});
const never = (): boolean => false;

it("starts one request a turn of the event loop, and lets those that begin take turns with the others", async () => {
  const started: string[] = [];
  const service = oneATurn(
    async ({ path }) => {
      started.push(path);
      return { status: 200, headers: {}, body: path };
    },
    ({ path }) => path.startsWith("begin"),
    takeTurns(() => 0),
  );
  const asked = ["1", "2", "3", "begin 1", "begin 2", "4"];
  const answers = asked.map((path) => service(request(path)));
  const counts = [0];
  while (started.length < asked.length) {
    await nextTurn();
    counts.push(started.length);
  }
  expect(started).toEqual(["1", "begin 1", "2", "begin 2", "3", "4"]);
  // Never two within one turn.
  expect(counts.every((count, turn) => count - (counts[turn - 1] ?? 0) <= 1)).toBe(true);
  expect((await Promise.all(answers)).map(({ body }) => body)).toEqual(asked);
});

/** Functions that take time, in a loop that others need too. */
async function run(count: number, { each, others }: { readonly each: number; readonly others: number }) {
  let now = 0;
  let started = 0;
  const service = oneATurn(
    async () => {
      started += 1;
      now += each;
      return { status: 200, headers: {}, body: "" };
    },
    never,
    takeTurns(() => now),
  );
  const answers = Array.from({ length: count }, () => service(request("function")));
  const turns: number[] = [];
  while (started < count) {
    const before = started;
    await nextTurn();
    turns.push(started - before);
    now += others;
  }
  await Promise.all(answers);
  return turns;
}

it("starts more in a turn that comes late, so that others take at most about half of the time", async () => {
  const turns = await run(500, { each: 3, others: 18 });
  // Eighteen milliseconds of functions beside eighteen of others.
  expect(turns.at(-2)).toBeGreaterThanOrEqual(5);
  expect(turns.at(-2)).toBeLessThanOrEqual(6);
});

it("[fault D26] starts fewer when a turn was long, so that functions slower than expected hold nobody up for seconds", async () => {
  const turns = await run(500, { each: 12, others: 20 });
  expect(Math.max(...turns)).toBeLessThanOrEqual(8);
  expect(500 / turns.length).toBeGreaterThan(2);
});

it("[fault D26] starts a function after three requests of the API, and gives no turn to who does not wait any more", async () => {
  const turns = takeTurns(() => 0);
  const order: string[] = [];
  const add = (line: "asked" | "goesOn", name: string, counts = true): void =>
    turns.take(line, () => {
      order.push(name);
      return counts;
    });
  for (const one of [1, 2, 3]) add("goesOn", `function ${one}`);
  add("asked", "asked 1");
  add("asked", "gone", false);
  for (const one of [2, 3, 4]) add("asked", `asked ${one}`);
  for (let turn = 0; turn < 7; turn += 1) await nextTurn();
  expect(order).toEqual([
    "asked 1",
    "gone",
    "asked 2",
    "asked 3",
    "function 1",
    "asked 4",
    "function 2",
    "function 3",
  ]);
});

it("[fault D26] starts nothing for a moment when connections come, and never for long", async () => {
  let now = 0;
  const turns = takeTurns(() => now);
  let started = 0;
  turns.take("goesOn", () => {
    started += 1;
    return true;
  });
  for (let turn = 0; turn < 3; turn += 1) {
    turns.giveWay();
    now += 5;
    await nextTurn();
  }
  expect(started).toBe(0);
  turns.giveWay();
  now += 15;
  await nextTurn();
  expect(started).toBe(1);
});

it("tells a failure to whom it belongs, and goes on", async () => {
  const service = oneATurn(
    async ({ path }) => {
      if (path === "bad") throw new Error("down");
      return { status: 200, headers: {}, body: "" };
    },
    never,
    takeTurns(),
  );
  const [bad, good] = [service(request("bad")), service(request("good"))];
  await expect(bad).rejects.toThrow("down");
  await expect(good).resolves.toMatchObject({ status: 200 });
});

it("keeps nothing of what it has started while others always wait", async () => {
  const started: WeakRef<object>[] = [];
  const turns = takeTurns(() => 0);
  const wait = (): void => {
    const request = { body: "its bytes" };
    turns.take("goesOn", () => {
      started.push(new WeakRef(request));
      if (started.length < 200) wait();
      return true;
    });
  };
  for (let ahead = 0; ahead < 5; ahead += 1) wait();
  while (started.length < 100) await nextTurn();
  collectGarbage();
  // The last one may be on the stack.
  expect(started.slice(0, -2).filter((one) => one.deref() !== undefined)).toEqual([]);
});
