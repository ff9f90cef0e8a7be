import { describe, expect, it, vi } from "vitest";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { type Middleware, middlewareSeconds, runAfter, runBefore } from "#shared/extensions/middleware.ts";

const tap: StoredAction = { action: "tap", coordinate: [0.5, 0.5] };
const done = { ok: true, effect: "done", retries: 0 } as const;
const around = {
  jobId: "j",
  stepNumber: 3,
  screen: { width: 100, height: 200 },
  package: "com.example",
  device: {
    serial: "s",
    read: async () => [],
    writeAll: async () => [],
    focusedField: async () => null,
    enterText: async () => undefined,
  },
  signal: new AbortController().signal,
};
const asked = (middleware: readonly Middleware[], check: (action: StoredAction) => void = () => undefined) =>
  runBefore(middleware, tap, around, check);

describe("middleware before an action", () => {
  it("[spec I8.2] is asked in order of registration, each seeing what the one before made of the action", async () => {
    const seen: unknown[] = [];
    const adding = (name: string): Middleware => ({
      name,
      before: ({ action }) => {
        seen.push(action.by);
        return { action: { ...action, by: `${action.by ?? ""}${name}` } };
      },
    });
    const result = await asked([adding("a"), { name: "idle" }, adding("b"), adding("c")]);
    expect(seen).toEqual([undefined, "a", "ab"]);
    expect(result).toEqual({ action: { ...tap, by: "abc" }, changedBy: ["a", "b", "c"] });
  });

  it("[spec I8.2] may skip it: nobody after it is asked", async () => {
    const later = vi.fn();
    const skipping: Middleware = { name: "guard", before: async () => ({ skip: "not today" }) };
    const result = await asked([skipping, { name: "later", before: later }]);
    expect(result).toMatchObject({ skipped: { by: "guard", reason: "not today" } });
    expect(later).not.toHaveBeenCalled();
  });

  it("[spec I8.2] has what it puts in its place checked, and cannot change what it was only shown", async () => {
    const checked: StoredAction[] = [];
    await asked(
      [
        { name: "spoils", before: ({ action }) => void Object.assign(action, { action: "reboot" }) },
        { name: "changes", before: () => ({ action: { action: "back" } }) },
      ],
      (action) => void checked.push(action),
    );
    expect(checked).toEqual([{ action: "back" }]);
    const denied = new DroverError("ValidationError", "denied");
    const refusing = asked([{ name: "x", before: () => ({ action: { action: "back" } }) }], () => {
      throw denied;
    });
    await expect(refusing).rejects.toBe(denied);
  });

  it("that throws is named, with the action", async () => {
    const thrower: Middleware = {
      name: "log",
      before: () => {
        throw new TypeError("no such file");
      },
    };
    await expect(asked([thrower])).rejects.toMatchObject({
      code: "ExtensionFailed",
      message: "Middleware 'log' before tap failed: TypeError: no such file",
    });
  });

  it("that does not end is ended when its time is up, or the command's", async () => {
    const stuck: Middleware = { name: "stuck", before: () => new Promise(() => undefined) };
    const late = vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(AbortSignal.abort());
    await expect(asked([stuck])).rejects.toThrow(`took longer than its ${middlewareSeconds} s`);
    expect(late).toHaveBeenCalledWith(middlewareSeconds * 1_000);
    late.mockRestore();
    const reason = new DroverError("DeviceTimeout", "The command took longer.");
    const over = runBefore([stuck], tap, { ...around, signal: AbortSignal.abort(reason) }, () => undefined);
    await expect(over).rejects.toBe(reason);
  });
});

describe("middleware after an action", () => {
  it("[spec I8.2] notes for the next observation, in order of registration, knowing how the action ended", async () => {
    const noting = (name: string): Middleware => ({
      name,
      after: ({ action, outcome }) => ({ note: `${action.action} ${outcome.effect}` }),
    });
    const notes = await runAfter(
      [noting("a"), { name: "silent", after: () => undefined }, noting("b")],
      tap,
      done,
      around,
    );
    expect(notes).toEqual(["a: tap done", "b: tap done"]);
  });

  it("that throws leaves a note, because what was done is done, and the others are asked", async () => {
    const thrower: Middleware = {
      name: "log",
      after: () => {
        throw new Error("disk full");
      },
    };
    const notes = await runAfter([thrower, { name: "b", after: () => ({ note: "x" }) }], tap, done, around);
    expect(notes).toEqual(["Middleware 'log' after tap failed: Error: disk full", "b: x"]);
  });
});
