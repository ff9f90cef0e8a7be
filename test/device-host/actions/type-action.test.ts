import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { devicePort } from "#device-host/actions/device-port.ts";
import { readFocusedField } from "#device-host/actions/focused-field.ts";
import { systemClock } from "#device-host/host-clock.ts";
import { hostAction } from "#shared/actions/action-catalogue.ts";
import { holdsTyped } from "#shared/actions/built-in/type-text.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import { toPixel } from "#shared/screen/coordinates.ts";
import type { DeviceAction } from "../../device-action.ts";
import { hostileTexts } from "../../hostile-text.ts";
import { startTestPhone, type TestPhone } from "../start-test-phone.ts";

const clock = { ...systemClock, wait: async () => {} };
const latinIme = "com.android.inputmethod.latin/.LatinIME";

describe("typing", () => {
  let test: TestPhone;
  const act = async (action: DeviceAction) => {
    const { definition, parameters } = hostAction(action, builtInActions);
    const screen = { width: 1080, height: 2400 };
    return definition.run(parameters, {
      device: devicePort(test.adb),
      screen,
      pixelOf: (coordinate) => toPixel(coordinate, screen),
      clock,
      signal: new AbortController().signal,
    });
  };
  const fieldText = async () => (await readFocusedField(test.adb))?.text;

  beforeAll(async () => {
    test = await startTestPhone();
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    test.phone.faults.dropEveryNthCharacter = 0;
    await test.phone.packages.clear("com.android.contacts");
    await test.adb.write([
      ["am", "start", "-a", "android.intent.action.INSERT", "-t", "vnd.android.cursor.dir/contact"],
    ]);
  });

  it.each([
    ...hostileTexts,
    "👨‍👩‍👧 family",
    "می‌خواهم",
    "क्‍ष",
    "plain words",
    "#x ~ *",
    "Ünïcödé naïveté",
    "x".repeat(450),
  ])(
    "[spec A5] [fault C7] [fault C9] puts %j into the field exactly, and leaves the keyboard as it was",
    async (text) => {
      expect(await act({ action: "type", text })).toEqual({ retries: 0 });
      expect(await fieldText()).toBe(text);
      expect(test.phone.settings.get("secure", "default_input_method")).toBe(latinIme);
    },
  );

  it("adds to what the field holds, or replaces it when asked", async () => {
    await act({ action: "type", text: "Ann" });
    await act({ action: "type", text: " Lee" });
    expect(await fieldText()).toBe("Ann Lee");
    await act({ action: "type", text: "Bo", clear: true });
    expect(await fieldText()).toBe("Bo");
  });

  it("[fault C8] types again, slowly, when characters were lost, and says how it ended", async () => {
    test.phone.faults.dropEveryNthCharacter = 3;
    const typing = act({ action: "type", text: "max@example.org" });
    await expect(typing).rejects.toMatchObject({ code: "TextMismatch", audience: "model" });
  });

  it("says that no field has the focus instead of typing into nothing", async () => {
    await test.phone.activities.home();
    await expect(act({ action: "type", text: "x" })).rejects.toThrow("tap the field first");
  });
});

describe("reading typed text back", () => {
  const plain = (text: string) => ({ text, password: false });

  it("accepts the text at any place where the cursor may have stood", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string({ minLength: 1 }), (before, after, text) => {
        expect(
          holdsTyped(plain(before + text + after), { text, kept: before + after, password: false }),
        ).toBe(true);
      }),
    );
  });

  it("accepts nothing that lost or gained a character", () => {
    expect(holdsTyped(plain("curti"), { text: "curtis", kept: "", password: false })).toBe(false);
    expect(holdsTyped(plain("ab"), { text: "b", kept: "x", password: false })).toBe(false);
    expect(holdsTyped(plain("muller"), { text: "müller", kept: "", password: false })).toBe(false);
  });

  it("counts the bullets of a password field", () => {
    expect(holdsTyped({ text: "•••", password: true }, { text: "abc", kept: "", password: true })).toBe(true);
    expect(holdsTyped({ text: "••", password: true }, { text: "abc", kept: "", password: true })).toBe(false);
  });
});
