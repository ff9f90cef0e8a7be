import { launchApp } from "#shared/actions/built-in/launch-app.ts";
import type { Argv } from "#shared/actions/device-port.ts";
import { input, keyCode } from "#shared/actions/input-commands.ts";
import type { SplitApps, SplitAreas } from "#shared/contracts/device/split-screen.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { devicePort } from "../actions/device-port.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import type { HostClock } from "../host-clock.ts";
import { readSplit, readTasks } from "../observe/split-windows.ts";

const shell: Argv = ["dumpsys", "activity", "service", "SystemUIService", "WMShell"];
/** What the window manager shell of SystemUI can do; also how it is found out whether there is one (Android 12). */
export const splitHelpCommand: Argv = [...shell, "help"];

/** Android 13's quarterly releases put the commands into a group. Null: this device's shell cannot split its screen. */
function splitShell(
  help: string,
): { readonly command: Argv; readonly leaves: "exitSplitScreen" | "removeFromSideStage" } | null {
  if (!help.includes("moveToSideStage")) return null;
  const command: Argv = /^\s*splitscreen\s*$/m.test(help) ? [...shell, "splitscreen"] : shell;
  return { command, leaves: help.includes("exitSplitScreen") ? "exitSplitScreen" : "removeFromSideStage" };
}

export const cannotSplit = (help: string): boolean => splitShell(help) === null;

const bottomOrRight = "1";
const tries = 25;
const pauseMilliseconds = 200;

/**
 * Both apps side by side, the first on top or to the left (docs/decisions/0074-split-screen.md).
 * @throws DeviceUnsupported · AppNotFound
 */
export async function enterSplit(
  adb: AdbDevice,
  { first, second }: SplitApps,
  clock: HostClock,
): Promise<SplitAreas> {
  const [help] = await adb.read([splitHelpCommand]);
  const commands = splitShell(help?.output ?? "");
  if (commands === null)
    throw unsupported(adb, "its window manager has no such command (Android 12 and later have)");
  const port = devicePort(adb);
  await launchApp(second, port);
  await launchApp(first, port);
  const taskId = await taskOf(adb, second, clock);
  await adb.writeAll([[...commands.command, "moveToSideStage", String(taskId), bottomOrRight]]);
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const split = await readSplit(adb);
    if (split?.first.package === first && split.second.package === second) return split;
    await clock.wait(pauseMilliseconds);
  }
  throw unsupported(
    adb,
    `${first} and ${second} did not appear side by side: one of them may not be resizeable`,
  );
}

async function taskOf(adb: AdbDevice, app: string, clock: HostClock): Promise<number> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const tasks = await readTasks(adb);
    const task = tasks.find((one) => one.package === app);
    if (task !== undefined && tasks.some(({ visible }) => visible)) return task.taskId;
    await clock.wait(pauseMilliseconds);
  }
  throw unsupported(adb, `the task of ${app} is not listed`);
}

const unsupported = ({ serial }: AdbDevice, why: string): DroverError =>
  new DroverError("DeviceUnsupported", `Device '${serial}' cannot split its screen: ${why}.`);

/** One app has the display again, and then the home screen. Does nothing when there is no split screen. */
export async function leaveSplit(adb: AdbDevice, { first, second }: SplitApps): Promise<void> {
  const [help] = await adb.read([splitHelpCommand]);
  const commands = splitShell(help?.output ?? "");
  const tasks = await readTasks(adb);
  const leaving = commands?.leaves === "exitSplitScreen" ? first : second;
  const task = tasks.find((one) => one.package === leaving);
  if (commands !== null && task !== undefined && (await readSplit(adb)) !== null)
    await adb.write([[...commands.command, commands.leaves, String(task.taskId)]]);
  await adb.write([input.keys(keyCode.home)]);
}
