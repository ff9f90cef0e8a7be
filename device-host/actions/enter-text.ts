import type { Argv, TextEntry } from "#shared/actions/device-port.ts";
import { input, keyCode } from "#shared/actions/input-commands.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { am, settings } from "../adb/android-commands.ts";
import type { UiServer } from "../ui-server/ui-server.ts";
import { textThroughServer } from "./server-input.ts";

/** The keyboard app that commits what a broadcast carries; part of the image of a pool's devices. */
/** Types what `input` cannot. */
export const adbKeyboard = "com.android.adbkeyboard/.AdbIME";

/** `input` knows the key map's characters only and turns `%s` into a space, so those go another way. */
const fitsInputCommand = (text: string): boolean => /^[\x20-\x7e]+$/.test(text) && !text.includes("%s");

/** The text in pieces of at most `size` characters. */
function inputPieces(text: string, size: number): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += size) pieces.push(text.slice(at, at + size));
  return pieces;
}

/** Empties a field of that many characters. */
const eraseCommands = (characters: number): readonly Argv[] => {
  if (characters === 0) return [];
  const presses = Array.from({ length: Math.ceil(characters / 100) }, (_, index) =>
    input.keys(...Array.from({ length: Math.min(100, characters - index * 100) }, () => keyCode.delete)),
  );
  return [input.keys(keyCode.move_end), ...presses];
};

/**
 * Puts exactly this text at the cursor, after erasing what the field held in the same shell.
 * @throws DeviceUnsupported when the device has no way for these characters: they are never replaced by others
 * (docs/faults.md C9)
 */
export async function enterText(
  device: AdbDevice,
  { text, pieceSize, erase }: TextEntry,
  server: UiServer | null = null,
): Promise<void> {
  const before = eraseCommands(erase);
  if (fitsInputCommand(text)) {
    const pieces = inputPieces(text, pieceSize).map(input.text);
    // `input` starts again for each piece: 40 to 80 ms each from Android 12 on.
    await device.writeAll([...before, ...pieces], 10_000 + pieces.length * 500);
    return;
  }
  if (server !== null && (await textThroughServer(server, device, text, erase > 0))) return;
  if (await enterThroughKeyboard(device, text, before)) return;
  if (await enterThroughClipboard(device, text, before)) return;
  throw new DroverError(
    "DeviceUnsupported",
    `Device '${device.serial}' cannot type characters beyond ASCII.`,
    {
      advice: [
        `Install ADBKeyboard (${adbKeyboard}) on the pool's devices, or Appium's server on the host (docs/real-devices.md).`,
      ],
    },
  );
}

/** False when the device has no such keyboard; nothing was typed then. */
async function enterThroughKeyboard(
  device: AdbDevice,
  text: string,
  before: readonly Argv[],
): Promise<boolean> {
  const [current] = await device.read([settings.get("secure", "default_input_method")]);
  const former = current?.output.trim() ?? "";
  const selecting = [["ime", "enable", adbKeyboard] as const, ["ime", "set", adbKeyboard] as const];
  const [, selected] = await device.write(selecting);
  if (selected?.code !== 0 || /unknown|cannot be selected|error/i.test(selected.output)) return false;
  try {
    await device.writeAll([...before, am.commitText(text)]);
  } finally {
    if (former.includes("/") && former !== adbKeyboard) await device.write([["ime", "set", former]]);
  }
  return true;
}

/** Clipper sets the clipboard (`am broadcast -a clipper.set`); Android itself has no command. */
async function enterThroughClipboard(
  device: AdbDevice,
  text: string,
  before: readonly Argv[],
): Promise<boolean> {
  const [copied] = await device.write([["am", "broadcast", "-a", "clipper.set", "-e", "text", text]]);
  if (copied?.code !== 0 || !/result=-1/.test(copied.output)) return false;
  await device.writeAll([...before, input.keys(keyCode.paste)]);
  return true;
}
