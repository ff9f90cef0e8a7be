import type { CapturedScreen } from "../observe/captured-screen.ts";
import { answerPermissionDialogs } from "../policy/answer-permission-dialogs.ts";
import { type CommandContext, look } from "./command-context.ts";
import { jobPolicy } from "./job-policy.ts";

/** What the job's agent is to see next: the screen behind the permission dialogs that its policy answers. */
export async function lookForJob(
  context: CommandContext<"setUp"> | CommandContext<"perform">,
): Promise<CapturedScreen> {
  const { adb } = context;
  const policy = await jobPolicy(context);
  return answerPermissionDialogs(await look(context), policy, { adb, look: () => look(context) });
}
