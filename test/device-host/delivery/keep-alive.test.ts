import { describe, expect, it } from "vitest";
import { keepAlive } from "#device-host/delivery/keep-alive.ts";

const logger = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  debug: () => undefined,
};

/** What is said, and a clock whose waits end when the test says so. */
function signs() {
  const said: string[] = [];
  const waits: { readonly milliseconds: number; readonly end: () => void }[] = [];
  const clock = {
    now: () => new Date(0),
    monotonic: () => 0,
    wait: (milliseconds: number, signal?: AbortSignal) =>
      new Promise<void>((end) => {
        waits.push({ milliseconds, end });
        signal?.addEventListener("abort", () => end());
      }),
  };
  const message = {
    body: "",
    settle: async () => undefined,
    hold: async (seconds: number) => void said.push(`held ${seconds} s`),
    sendAnew: async () => undefined,
  };
  const tokens = {
    answer: async () => "taken" as const,
    heartbeat: async (token: string) => {
      said.push(`beat ${token}`);
      return "taken" as const;
    },
  };
  return { said, waits, message, clock, tokens, logger };
}

describe("a command under way", () => {
  it("says nothing for ten seconds, then that it goes on", async () => {
    const { said, waits, message, ...services } = signs();
    const alive = keepAlive({ message, taskToken: "T" }, services);
    expect([said, waits.map(({ milliseconds }) => milliseconds)]).toEqual([[], [10_000]]);
    waits[0]?.end();
    await expect.poll(() => waits.length).toBe(2);
    expect(said.toSorted()).toEqual(["beat T", "held 18 s"]);
    await alive[Symbol.asyncDispose]();
    expect(said).toHaveLength(2);
  });

  it("says at once that it goes on when an earlier process had begun it", async () => {
    const { said, waits, message, ...services } = signs();
    const alive = keepAlive({ message, taskToken: "T", takenOver: true }, services);
    await expect.poll(() => waits.length).toBe(1);
    expect(said.toSorted()).toEqual(["beat T", "held 18 s"]);
    await alive[Symbol.asyncDispose]();
  });
});
