import type { InputDispatcher } from "../device.ts";
import { ADB_IME, type PhoneCore } from "../phone-core.ts";
import type { KeyInput } from "./key-input.ts";
import type { TouchInput } from "./touch-input.ts";

const DIRECTORY = "/sdcard/Pictures/Screenshots";

/** What the screenshot keys do: a file named by the time, unless what is shown forbids pictures of itself. */
async function saveScreenshot(
  core: PhoneCore,
  taken: { png(): Promise<Buffer>; readonly isSecure: boolean },
): Promise<void> {
  if (taken.isSecure) {
    const text = "Taking screenshots isn't allowed by the app or your organization";
    core.notifications.post("com.android.systemui", { id: 1, title: "Couldn't save screenshot", text });
    return;
  }
  const [day = "", time = ""] = core.clock().toISOString().replaceAll(/[-:]/g, "").split(/[T.]/);
  const png = await taken.png();
  core.files.makeDirectory(DIRECTORY, true);
  core.files.write(`${DIRECTORY}/Screenshot_${day}-${time}.png`, png);
}

const SCREENSHOT_KEY = 120;

/** Fingers and keys, as adb's shell injects them. */
export function inputDispatcher(
  core: PhoneCore,
  keys: KeyInput,
  touch: TouchInput,
  screenshot: { png(): Promise<Buffer>; readonly isSecure: boolean },
): InputDispatcher {
  return {
    tap: async (x, y) => touch.tap(x, y),
    swipe: async (x1, y1, x2, y2, durationMilliseconds) =>
      touch.swipe(x1, y1, x2, y2, durationMilliseconds, true),
    draganddrop: async (x1, y1, x2, y2, durationMilliseconds) =>
      touch.swipe(x1, y1, x2, y2, durationMilliseconds, false),
    pinch: async ([first, second]) => touch.pinch(first, second),
    keyevent: async (keyCode, options) => {
      if (keyCode === SCREENSHOT_KEY && core.displayOn) await saveScreenshot(core, screenshot);
      else keys.press(keyCode, options?.metaKeys ?? []);
    },
    text: async (text) => {
      // InputShellCommand.sendText asks the key map for events and gets null for what no key types.
      if (!/^[\x20-\x7e\n\t]*$/.test(text)) {
        throw new Error("Attempt to get length of null array");
      }
      keys.type(text);
    },
    commitText: async (text) => {
      if (core.settings.get("secure", "default_input_method") === ADB_IME) keys.type(text);
    },
  };
}
