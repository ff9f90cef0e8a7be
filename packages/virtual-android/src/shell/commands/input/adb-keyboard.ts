import type { Intent, VirtualDevice } from "../../../system/device.ts";

const latinIme = "com.android.inputmethod.latin/.LatinIME";
const adbKeyboardPackage = "com.android.adbkeyboard";
const adbKeyboardIme = `${adbKeyboardPackage}/.AdbIME`;

/** The keyboards that are installed, in Android's order. */
export function installedInputMethods(device: VirtualDevice): readonly string[] {
  const packages = device.packages.list();
  const hasAdbKeyboard = packages.some(({ packageName }) => packageName === adbKeyboardPackage);
  const further = packages.flatMap(({ inputMethods = [] }) => inputMethods);
  return [latinIme, ...(hasAdbKeyboard ? [adbKeyboardIme] : []), ...further];
}

export const standardInputMethod = latinIme;

/**
 * What ADBKeyBoard (github.com/senzhk/ADBKeyBoard) does with a broadcast, or null when it is not for it: it hears only
 * while it is installed and selected. Text that is not there types nothing.
 */
export function adbKeyboardText(intent: Intent, device: VirtualDevice): (() => Promise<void>) | null {
  const selected = device.settings.get("secure", "default_input_method");
  if (selected !== adbKeyboardIme || !installedInputMethods(device).includes(adbKeyboardIme)) return null;
  const message = intent.extras.msg;
  switch (intent.action) {
    case "ADB_INPUT_TEXT":
      return () => commit(device, message);
    case "ADB_INPUT_B64":
      return () =>
        commit(
          device,
          message === undefined ? undefined : Buffer.from(String(message), "base64").toString("utf8"),
        );
    case "ADB_CLEAR_TEXT":
      return () => clearField(device);
    default:
      return null;
  }
}

async function commit(device: VirtualDevice, text: unknown): Promise<void> {
  if (text !== undefined && text !== "") await device.input.commitText(String(text));
}

const keys = { a: 29, ctrlLeft: 113, del: 67 } as const;

async function clearField(device: VirtualDevice): Promise<void> {
  await device.input.keyevent(keys.a, { metaKeys: [keys.ctrlLeft] });
  await device.input.keyevent(keys.del);
}
