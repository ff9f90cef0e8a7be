import type { Pixel } from "#shared/domain/coordinates.ts";
import { onDisplay } from "#shared/domain/window-area.ts";
import type { CapturedScreen } from "../observe/captured-screen.ts";
import { answerPermissionDialogs } from "../policy/answer-permission-dialogs.ts";
import { type LookingContext, lastScreenOf, look } from "./command-context.ts";
import { jobPolicy } from "./job-policy.ts";
import { meetAppFailures } from "./meet-app-failures.ts";
import { meetNetwork } from "./meet-network.ts";
import { screenPart } from "./screen-part.ts";

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
  return meetNetwork(answered, context);
}
