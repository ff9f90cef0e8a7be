import type { HostAction } from "#shared/actions/action-catalogue.ts";
import { input } from "#shared/actions/input-commands.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { inertPoint } from "../actions/inert-point.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import type { ScreenPart } from "../observe/split-windows.ts";
import { onDisplay, windowSize } from "../observe/window-area.ts";
import { readWindowFacts } from "../observe/window-facts.ts";
import type { CommandContext } from "./command-context.ts";

/** These leave the split screen, or need the whole display. */
const notInWindow = new Set(["home", "recent", "power"]);
const notFor = new Set(["apps", "browser", "multiTouch"]);
const focusTries = 10;
const pauseMilliseconds = 100;

/** Throws ValidationError for what one of two windows cannot do without the other. */
export function checkInWindow({ definition, parameters }: HostAction): void {
  const { name, capability } = definition;
  const isPower = name === "key" && (parameters.key === "power" || parameters.key === "wake");
  if (!notInWindow.has(name) && !notFor.has(capability) && !isPower) return;
  throw new DroverError(
    "ValidationError",
    `The action ${name} is not possible here: this app shares the screen with another one. Do the task inside this app.`,
  );
}

/**
 * Keys and text go to the window that was touched last: the job's own is touched first, where nothing takes the tap.
 * @throws ScreenChanged when it does not get the focus
 */
export async function focusWindow(
  { definition, parameters }: HostAction,
  adb: AdbDevice,
  place: ScreenPart,
  { part, services }: Pick<CommandContext<"perform">, "part" | "services">,
): Promise<void> {
  const byKeys = definition.capability === "keys" || definition.capability === "text";
  if (!byKeys || definition.aims(parameters).at === "points") return;
  if ((await readWindowFacts(adb)).package === place.package) return;
  const { x, y } = onDisplay(inertPoint(part.lastScreen?.tree ?? null, windowSize(place.area)), place.area);
  await adb.writeAll([input.tap(x, y)]);
  for (let attempt = 0; attempt < focusTries; attempt += 1) {
    if ((await readWindowFacts(adb)).package === place.package) return;
    await services.clock.wait(pauseMilliseconds);
  }
  throw new DroverError("ScreenChanged", "Nothing was done: the app's window did not take the input focus.");
}
