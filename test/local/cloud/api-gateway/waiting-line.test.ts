import { setImmediate } from "node:timers/promises";
import type { LoopbackServer } from "@drover/aws-local/loopback-server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startApiHost } from "#local/cloud/api-gateway/api-host.ts";
import { WaitingLine } from "#local/cloud/api-gateway/waiting-line.ts";
import type { Turns } from "#local/cloud/lambda/one-a-turn.ts";
import { Problem } from "#shared/contracts/farm/problem.ts";

/** Turns that come when the test says so; the first start that still counts has one. */
function heldTurns() {
  const starts: (() => boolean)[] = [];
  const turns: Turns = { take: (_line, start) => void starts.push(start), giveWay: () => undefined };
  const turn = (): void => {
    for (let start = starts.shift(); start !== undefined; start = starts.shift()) if (start()) return;
  };
  return { turns, turn, starts };
}

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await setImmediate();
};

describe("the API of a farm that is asked for more than it can do", () => {
  let held: ReturnType<typeof heldTurns>;
  let invoked: number;
  let time: number;
  let server: LoopbackServer;
  beforeEach(async () => {
    held = heldTurns();
    invoked = 0;
    time = 0;
    server = await startApiHost({
      lambda: {
        invoke: async () => {
          invoked += 1;
          return { failed: false, payload: '{"statusCode":200}' };
        },
      },
      functionName: "api",
      publicRoutes: [],
      authorize: async () => ({ ok: true, claims: {} }),
      page: {
        takes: ({ path }) => path === "/metrics",
        answer: async () => ({ status: 200, headers: {}, body: "up 1" }),
      },
      accountId: "000000000000",
      ids: () => "r",
      clock: () => new Date(0),
      line: { turns: held.turns, longestMilliseconds: 100, monotonic: () => time },
    });
  });
  afterEach(() => server.close());
  const ask = (init: RequestInit = { method: "POST", body: "x" }) => fetch(`${server.url}/v1/farm`, init);

  it("[fault D26] refuses with 503 and Retry-After, unbegun, what waited too long behind many", async () => {
    const asked = Array.from({ length: 13 }, () => ask());
    const refused = await Promise.race(asked);
    expect([
      refused.status,
      refused.headers.get("retry-after"),
      refused.headers.get("apigw-requestid"),
    ]).toEqual([503, "1", "r"]);
    expect(Problem.parse(await refused.json())).toMatchObject({ code: "FarmBusy", status: 503 });
    // A pause of the machine is no reason to refuse the twelve that come first.
    for (let turn = 0; turn < 12; turn += 1) held.turn();
    const answers = await Promise.all(asked);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(12);
    expect(invoked).toBe(12);
  });

  it("[fault D26] answers what gets its turn in time", async () => {
    const asked = ask();
    await until(() => held.starts.length === 1);
    held.turn();
    expect((await asked).status).toBe(200);
  });

  it("[fault D26] refuses at once, and keeps the connection, while many have waited for half of the time", async () => {
    const asked = Array.from({ length: 12 }, () => ask());
    await until(() => held.starts.length === 12);
    time = 51;
    const refused = await ask({});
    expect([refused.status, refused.headers.get("connection")]).toEqual([503, "keep-alive"]);
    for (let turn = 0; turn < 12; turn += 1) held.turn();
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array<number>(12).fill(200));
    expect(invoked).toBe(12);
  });

  it("[fault D26] lets monitoring look all the same", async () => {
    expect(await (await fetch(`${server.url}/metrics`)).text()).toBe("up 1");
  });
});

describe("the line", () => {
  afterEach(() => void vi.useRealTimers());

  it.each([25, 100])(
    "[fault D26] has whatever it begins wait less than two seconds, and refuses all else, at 100 a second and %d ms a turn",
    async (turnMilliseconds) => {
      vi.useFakeTimers();
      const { turns, turn } = heldTurns();
      const line = new WaitingLine({ turns, monotonic: () => Date.now() });
      const waits: (number | null)[] = [];
      const come = (): void => {
        const since = Date.now();
        void line.run(async () => Date.now() - since).then((waited) => waits.push(waited));
      };
      const coming = setInterval(come, 10);
      const taking = setInterval(turn, turnMilliseconds);
      await vi.advanceTimersByTimeAsync(30_000);
      clearInterval(coming);
      await vi.advanceTimersByTimeAsync(5_000);
      clearInterval(taking);
      const begun = waits.filter((waited) => waited !== null);
      expect(waits).toHaveLength(3_000);
      expect(begun.length).toBeGreaterThan(0.9 * (30_000 / turnMilliseconds));
      // Half a second, or the turns of the twelve that are before it by then.
      expect(Math.max(...begun)).toBeLessThanOrEqual(500 + 12 * turnMilliseconds);
    },
  );

  it("[fault D26] begins in the order in which they came, and lets nobody in while it is long and late", async () => {
    const { turns, turn } = heldTurns();
    let time = 0;
    const line = new WaitingLine({ turns, longestMilliseconds: 600_000, monotonic: () => time });
    const order: number[] = [];
    const waiting = Array.from({ length: 12 }, (_, index) => line.run(async () => order.push(index)));
    time = 300_001;
    expect(await line.run(async () => order.push(99))).toBeNull();
    turn();
    const next = line.run(async () => order.push(12));
    for (let turns = 0; turns < 12; turns += 1) turn();
    await Promise.all([...waiting, next]);
    expect(order).toEqual(Array.from({ length: 13 }, (_, index) => index));
    expect(line.isLate).toBe(false);
  });
});
