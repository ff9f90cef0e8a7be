import type { ShellCommand } from "#shared/actions/device-port.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import type { ServerCall } from "../ui-server/server-session.ts";
import type { UiServer } from "../ui-server/ui-server.ts";

const answerMilliseconds = 5_000;
/** Each key is a request; many of them are quicker in one call of `input`. */
const mostKeys = 3;

const acting = (path: string, body: unknown, milliseconds = 0): ServerCall => ({
  method: "POST",
  path,
  body,
  deadlineMilliseconds: answerMilliseconds + milliseconds,
  acts: true,
});

/** What the server does as `input` would; null for every other command. */
function callsFor(command: ShellCommand): readonly ServerCall[] | null {
  if ("pipeline" in command || command[0] !== "input") return null;
  const [, verb, ...values] = command;
  const numbers = values.map(Number);
  if (!numbers.every(Number.isInteger)) return null;
  const [x = 0, y = 0, toX = 0, toY = 0, duration = 0] = numbers;
  if (verb === "tap" && numbers.length === 2) return [acting("/appium/gestures/click", { offset: { x, y } })];
  if (verb === "keyevent" && numbers.length <= mostKeys)
    return numbers.map((keycode) => acting("/appium/device/press_keycode", { keycode }));
  if (verb !== "swipe" || numbers.length !== 5) return null;
  const move = (milliseconds: number, [left, top]: readonly [number, number]) => ({
    type: "pointerMove",
    duration: milliseconds,
    origin: "viewport",
    x: left,
    y: top,
  });
  const actions = [
    move(0, [x, y]),
    { type: "pointerDown", button: 0 },
    move(duration, [toX, toY]),
    { type: "pointerUp", button: 0 },
  ];
  const finger = { type: "pointer", id: "finger", parameters: { pointerType: "touch" }, actions };
  return [acting("/actions", { actions: [finger] }, duration)];
}

/**
 * Does the commands through Appium's server, which injects events without starting a program for each. False: nothing was done.
 * @throws DeviceTimeout when it is not known whether one was done, AdbCommandFailed when one was refused after others
 */
export async function inputThroughServer(
  server: UiServer,
  adb: AdbDevice,
  commands: readonly ShellCommand[],
): Promise<boolean> {
  const calls = commands.map(callsFor);
  if (calls.length === 0 || calls.some((some) => some === null)) return false;
  let isFirst = true;
  for (const call of calls.flatMap((some) => some ?? [])) {
    const { kind } = await server.ask(adb, call);
    if (kind === "lost") throw notKnown(adb);
    if (kind !== "value" && !isFirst)
      throw new DroverError("AdbCommandFailed", `Device '${adb.serial}' could not run 'input'.`);
    if (kind !== "value") return false;
    isFirst = false;
  }
  return true;
}

/** `setText` of the field that has the focus: any characters, without a keyboard app. False: nothing was typed. */
export async function textThroughServer(
  server: UiServer,
  adb: AdbDevice,
  text: string,
  replaces: boolean,
): Promise<boolean> {
  // The server takes these two characters for the Enter key.
  if (text.endsWith("\\n")) return false;
  const { kind } = await server.ask(adb, acting("/keys", { text, replace: replaces }));
  if (kind === "lost") throw notKnown(adb);
  return kind === "value";
}

const notKnown = ({ serial }: AdbDevice): DroverError =>
  new DroverError("DeviceTimeout", `Device '${serial}' did not say whether the input arrived.`, {
    details: { serial },
  });
