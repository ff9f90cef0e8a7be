import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { devicePort } from "#device-host/actions/device-port.ts";
import { systemClock } from "#device-host/host-clock.ts";
import { hostAction } from "#shared/actions/action-catalogue.ts";
import { allowedUrl } from "#shared/actions/built-in/open-url.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import { toPixel } from "#shared/screen/coordinates.ts";
import type { DeviceAction } from "../../device-action.ts";
import { startTestPhone, type TestPhone } from "../start-test-phone.ts";

describe("actions on a phone", () => {
  let test: TestPhone;
  const act = async (action: DeviceAction) => {
    const { definition, parameters } = hostAction(action, builtInActions);
    const screen = { width: 1080, height: 2400 };
    return definition.run(parameters, {
      device: devicePort(test.adb),
      screen,
      pixelOf: (coordinate) => toPixel(coordinate, screen),
      clock: { ...systemClock, wait: async () => {} },
      signal: new AbortController().signal,
    });
  };
  beforeAll(async () => {
    test = await startTestPhone();
  });
  afterAll(() => test.close());

  it("[spec I2.1] [spec I2.3] touches the pixel that a normalised coordinate means, the last one for [1, 1]", async () => {
    const tap = vi.spyOn(test.phone.input, "tap");
    await act({ action: "tap", coordinate: [0.5, 0.25] });
    await act({ action: "double_tap", coordinate: [1, 1] });
    expect(tap.mock.calls).toEqual([
      [540, 600],
      [1079, 2399],
      [1079, 2399],
    ]);
    tap.mockRestore();
  });

  it("[spec I2.2] keeps start, end and duration of swipes; a long press is one that stays", async () => {
    const swipe = vi.spyOn(test.phone.input, "swipe");
    await act({ action: "swipe", start: [0.5, 0.75], end: [0.5, 0.25], duration: 120 });
    await act({ action: "long_press", coordinate: [0.5, 0.5], duration: 500 });
    await act({ action: "scroll", direction: "down" });
    expect(swipe.mock.calls).toEqual([
      [540, 1800, 540, 600, 120],
      [540, 1200, 540, 1200, 500],
      [540, 1800, 540, 600, 500],
    ]);
    swipe.mockRestore();
  });

  it("opens apps, goes back and home", async () => {
    await act({ action: "open_app", package: "com.android.settings" });
    expect(test.phone.activities.focused()?.packageName).toBe("com.android.settings");
    await act({ action: "back" });
    expect(test.phone.activities.focused()?.packageName).toBe("com.android.launcher3");
    await act({ action: "open_app", package: "com.android.deskclock" });
    await act({ action: "home" });
    expect(test.phone.activities.focused()?.packageName).toBe("com.android.launcher3");
  });

  it("says that an app is not installed, or has nothing to open", async () => {
    const missing = { code: "AppNotFound", audience: "model" };
    await expect(act({ action: "open_app", package: "com.example.missing" })).rejects.toMatchObject(missing);
    await expect(act({ action: "open_app", package: "com.android.shell" })).rejects.toMatchObject(missing);
  });

  it("never lets a package name become a command or an option", async () => {
    for (const name of ["com.x; reboot", "com.x$(id>/sdcard/p)", "-3"]) {
      await expect(act({ action: "open_app", package: name })).rejects.toThrow();
    }
    expect(await test.adb.read([["ls", "/sdcard/p"]])).toMatchObject([{ code: 1 }]);
  });

  it.each([
    "tel:*%2306%23",
    "sms:123",
    "intent://x#Intent;end",
    "file:///sdcard/",
    "javascript:alert(1)",
    "content://contacts",
    "https://a@evil.example",
    "HTTPS://user:pw@evil.example/",
    "nonsense",
  ])("refuses to open %s", (url) => {
    expect(() => allowedUrl(url)).toThrow(
      expect.objectContaining({ code: "UrlNotAllowed", audience: "model" }),
    );
  });

  it("opens a web page", async () => {
    await act({ action: "open_url", url: "https://example.org/?q=a b&c='d'" });
    expect(test.phone.activities.focused()?.packageName).toBe("org.chromium.webview_shell");
  });
});
