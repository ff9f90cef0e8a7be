import { asksForPermission } from "#shared/rules/policy/kinds-of.ts";
import type { Pixel } from "#shared/screen/coordinates.ts";
import type { CapturedScreen } from "../../observe/captured-screen.ts";
import { onDisplay } from "../../observe/window-area.ts";
import { answerPermissionDialogs } from "../../policy/answer-permission-dialogs.ts";
import { takePermissions } from "../../policy/take-permissions.ts";
import { type LookingContext, lastScreenOf, look } from "../command-context.ts";
import { jobPolicy } from "../job-policy.ts";
import { screenPart } from "../screen-part.ts";
import { meetAppFailures } from "./meet-app-failures.ts";
import { meetNetwork } from "./meet-network.ts";

/**
 * What the job's agent is to see next: the screen behind the permission dialogs that its policy answers, and behind Android's dialogs
 * about an app that failed. @throws AppCrashed, AppNotResponding for a job that its policy ends then
 */
export async function lookForJob(context: LookingContext): Promise<CapturedScreen> {
  const { adb } = context;
  const policy = await jobPolicy(context);
  const { window } = context.part;
  const before = context.command.kind === "perform" ? lastScreenOf(context) : null;
  const seen = await look(context);
  // In half a split screen Android's dialogs are no part of what the job sees.
  const cleared =
    window === null
      ? await meetAppFailures(seen, { before, policy, look: () => look(context) }, context)
      : seen;
  const area = window === null ? null : (await screenPart(context, window)).area;
  const onScreen = (pixel: Pixel): Pixel => (area === null ? pixel : onDisplay(pixel, area));
  const answered = await answerPermissionDialogs(cleared, policy, {
    adb,
    look: () => look(context),
    onScreen,
  });
  const granting = answered !== cleared || asksForPermission(before?.facts.package ?? "");
  return meetNetwork(await withoutTaken(answered, granting, context), context);
}

/** An app may have got in a dialog what its job's policy takes; its process has ended when it loses that. */
async function withoutTaken(
  seen: CapturedScreen,
  granting: boolean,
  context: LookingContext,
): Promise<CapturedScreen> {
  const policy = await jobPolicy(context);
  if (!granting || policy.permissions === "deny" || context.lease.personsReason !== null) return seen;
  if ((await takePermissions(context.adb, policy)) === 0) return seen;
  const screen = await look(context);
  return { ...screen, flags: [...new Set([...seen.flags, ...screen.flags])] };
}
