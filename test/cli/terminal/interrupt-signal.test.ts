import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { interruptSignal } from "#cli/terminal/interrupt-signal.ts";

let exitCode: typeof process.exitCode;
beforeEach(() => {
  exitCode = process.exitCode;
});
afterEach(() => {
  process.exitCode = exitCode;
});

describe("interruptSignal", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("aborts once on %s, and not after its use", (name) => {
    let told = 0;
    const listeners = process.listenerCount(name);
    {
      using interrupt = interruptSignal(() => {
        told += 1;
      });
      process.emit(name);
      expect({ aborted: interrupt.signal.aborted, told, code: process.exitCode }).toEqual({
        aborted: true,
        told: 1,
        code: 130,
      });
    }
    expect(process.listenerCount(name)).toBe(listeners);
  });
});
