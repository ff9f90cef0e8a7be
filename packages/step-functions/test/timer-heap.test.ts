import { describe, expect, it } from "vitest";
import { type Clock, TimerHeap } from "../src/execution/timer-heap.ts";

/** A clock on the wall that can be set, and time that passes whatever it shows. */
class TwoClocks implements Clock {
  wallMs = 1_800_000_000_000;
  passedMs = 0;
  #alarm: { readonly atMs: number; readonly ring: () => void } | null = null;

  now = () => this.wallMs;
  monotonic = () => this.passedMs;

  schedule(ring: () => void, delayMs: number): () => void {
    const alarm = { atMs: this.passedMs + delayMs, ring };
    this.#alarm = alarm;
    return () => {
      if (this.#alarm === alarm) this.#alarm = null;
    };
  }

  pass(ms: number): void {
    const end = this.passedMs + ms;
    while (this.#alarm !== null && this.#alarm.atMs <= end) {
      const { atMs, ring } = this.#alarm;
      this.#alarm = null;
      this.wallMs += atMs - this.passedMs;
      this.passedMs = atMs;
      ring();
    }
    this.wallMs += end - this.passedMs;
    this.passedMs = end;
  }
}

const HOUR_MS = 3_600_000;

describe("a pause", () => {
  it.each([-HOUR_MS, HOUR_MS])("keeps its length when the clock is set by %d ms", (stepMs) => {
    const clock = new TwoClocks();
    const timers = new TimerHeap(clock);
    let fired = 0;
    timers.add(clock.now() + 60_000, () => {
      fired += 1;
    });
    clock.pass(1_000);
    clock.wallMs += stepMs;
    clock.pass(58_999);
    expect(fired).toBe(0);
    clock.pass(1);
    expect(fired).toBe(1);
  });

  it("is shortened by what passed before it was armed, as after a restart", () => {
    const clock = new TwoClocks();
    const timers = new TimerHeap(clock);
    let fired = false;
    timers.add(clock.now() - 1, () => {
      fired = true;
    });
    clock.pass(0);
    expect(fired).toBe(true);
  });
});

describe("a time of day", () => {
  const armed = (inMs: number) => {
    const clock = new TwoClocks();
    const timers = new TimerHeap(clock);
    const firedAtMs: number[] = [];
    timers.add(clock.now() + inMs, () => firedAtMs.push(clock.now()), "timeOfDay");
    return { clock, firedAtMs, dueMs: clock.now() + inMs };
  };

  it("comes at once when it is there", () => {
    const { clock, firedAtMs, dueMs } = armed(HOUR_MS);
    clock.pass(HOUR_MS - 1);
    expect(firedAtMs).toEqual([]);
    clock.pass(1);
    expect(firedAtMs).toEqual([dueMs]);
  });

  it("comes later when the clock is set back, by as much", () => {
    const { clock, firedAtMs, dueMs } = armed(HOUR_MS);
    clock.wallMs -= HOUR_MS;
    clock.pass(2 * HOUR_MS - 1);
    expect(firedAtMs).toEqual([]);
    clock.pass(1);
    expect(firedAtMs).toEqual([dueMs]);
  });

  it("comes within ten seconds when the clock is set past it", () => {
    const { clock, firedAtMs } = armed(24 * HOUR_MS);
    clock.wallMs += 48 * HOUR_MS;
    clock.pass(10_000);
    expect(firedAtMs).toHaveLength(1);
  });
});
