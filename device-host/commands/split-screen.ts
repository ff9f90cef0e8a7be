import { hostAction } from "#shared/actions/action-catalogue.ts";
import type { AppFacts } from "#shared/contracts/device/device-facts.ts";
import type { SplitScreenAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { findApp } from "#shared/screen/find-app.ts";
import { learnContext } from "../devices/learn-context.ts";
import { enterSplit, leaveSplit } from "../devices/split-screen.ts";
import { checkPolicy } from "../policy/check-policy.ts";
import type { CommandContext } from "./command-context.ts";
import { jobPolicy } from "./job-policy.ts";

/**
 * Puts two apps side by side for the jobs that this lease is lent to, each of which sees one of them (docs/spec.md R10), or gives
 * the display back to one app.
 * @throws DeviceUnsupported, AppNotFound, PolicyDenied
 */
export async function splitScreen(context: CommandContext<"splitScreen">): Promise<SplitScreenAnswer> {
  const { command, device, adb, lease, services } = context;
  if (command.apps === null) {
    if (lease.split !== null) await leaveSplit(adb, lease.split);
    lease.split = null;
    return { areas: null };
  }
  const { apps } = await learnContext(device, adb, services);
  const split = { first: packageOf(command.apps.first, apps), second: packageOf(command.apps.second, apps) };
  if (split.first === split.second)
    throw new DroverError(
      "DeviceUnsupported",
      `Both windows belong to ${split.first}: two different apps are needed.`,
    );
  const policy = await jobPolicy(context);
  for (const app of [split.first, split.second]) {
    const opening = hostAction({ action: "open_app", package: app }, services.actions);
    await checkPolicy(opening, policy, { adb, tree: null });
    device.touchedPackages.add(app);
  }
  lease.split = split;
  return { areas: await enterSplit(adb, split, services.clock) };
}

function packageOf(text: string, apps: readonly AppFacts[]): string {
  const found = findApp(text, apps);
  if (found.package !== null) return found.package;
  throw new DroverError(
    "AppNotFound",
    `No app '${text}' is installed, or several are: give its package name.`,
  );
}
