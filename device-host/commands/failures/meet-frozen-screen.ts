import { hostAction } from "#shared/actions/action-catalogue.ts";
import { launchApp } from "#shared/actions/built-in/launch-app.ts";
import { input, keyCode } from "#shared/actions/input-commands.ts";
import type { ActionKind } from "#shared/contracts/job/policy.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { isHomeScreen } from "#shared/rules/policy/kinds-of.ts";
import { devicePort } from "../../actions/device-port.ts";
import { am } from "../../adb/android-commands.ts";
import { type CapturedScreen, screenshotHash } from "../../observe/captured-screen.ts";
import { readWindowFacts } from "../../observe/window-facts.ts";
import type { CommandContext } from "../command-context.ts";
import { lookForJob } from "./look-for-job.ts";

/** So many actions in a row that changed not one pixel make the host ask the device itself. */
const firstSuspicion = 3;
/** A slow device shows its overview within a second. */
const glances = 4;
const glanceMilliseconds = 250;

const changesScreens: ReadonlySet<ActionKind> = new Set([
  "touch",
  "text",
  "navigation",
  "apps",
  "browser",
  "keys",
]);

/**
 * Tells a frozen screen from actions without an effect: keys that change every screen do not change a frozen one. On a device
 * that reacts the agent sees what it saw before, and is asked about less often. One that does not has its app stopped
 * (docs/faults.md C14). @throws ScreenFrozen when that does not help either
 */
export async function meetFrozenScreen(
  seen: CapturedScreen,
  isDone: boolean,
  context: CommandContext<"perform">,
): Promise<CapturedScreen> {
  const { part, command, services, lease } = context;
  const { stillness } = part;
  const face = faceOf(seen);
  const shouldChange =
    isDone &&
    command.actions.some((action) =>
      changesScreens.has(hostAction(action, services.actions).definition.kind),
    );
  const isSame = face !== null && face === stillness.face;
  stillness.face = face;
  stillness.count = isSame ? stillness.count + (shouldChange ? 1 : 0) : 0;
  if (stillness.count < stillness.patience || part.window !== null || lease.personsReason !== null)
    return seen;
  stillness.count = 0;
  stillness.patience *= 2;
  if (await changes(context, seen, keyCode.app_switch)) {
    await goBackTo(seen.facts.package, context);
    return lookForJob(context);
  }
  return stopApp(seen, context);
}

/** Null where pictures are forbidden, or there is none: they say nothing then. */
const faceOf = ({ pixels, treeHash, flags }: CapturedScreen): string | null =>
  pixels === "" || flags.some((flag) => flag.startsWith("secureScreen:")) ? null : `${pixels} ${treeHash}`;

/** Whether the device shows something else, or another window has the focus, after a key that always does that. */
async function changes(
  { adb, device, services, signal }: CommandContext<"perform">,
  { pixels: before, facts }: CapturedScreen,
  key: number,
): Promise<boolean> {
  await adb.writeAll([input.keys(key)]);
  for (let glance = 0; glance < glances; glance += 1) {
    await services.clock.wait(glanceMilliseconds, signal);
    const [shot, now] = await Promise.all([device.sources.picture.take(adb), readWindowFacts(adb)]);
    if (screenshotHash(shot) !== before) return true;
    if (now.package !== facts.package || now.activity !== facts.activity) return true;
  }
  return false;
}

/** Launchers differ in whether "back" leaves their overview for the app or for the home screen. */
async function goBackTo(app: string, { adb }: CommandContext<"perform">): Promise<void> {
  await adb.writeAll([input.keys(keyCode.back)]);
  if (app === "" || isHomeScreen(app) || (await readWindowFacts(adb)).package === app) return;
  await launchApp(app, devicePort(adb));
}

async function stopApp(seen: CapturedScreen, context: CommandContext<"perform">): Promise<CapturedScreen> {
  const { adb, command, services } = context;
  const { package: app } = seen.facts;
  services.logger.warn("screen frozen", { jobId: command.jobId, deviceId: command.deviceId, app });
  if (app !== "") await adb.write([am.forceStop(app)]);
  if (!(await changes(context, seen, keyCode.home)))
    throw new DroverError(
      "ScreenFrozen",
      `The screen of device ${command.deviceId} is frozen: ${firstSuspicion} actions and the keys for the overview and the home screen changed nothing, and stopping ${app || "what was in front"} did not help.`,
    );
  const after = await lookForJob(context);
  const flag = `appStopped: the screen was frozen; ${app} was stopped, open it again to go on`;
  return { ...after, flags: [flag.slice(0, 300), ...after.flags] };
}
