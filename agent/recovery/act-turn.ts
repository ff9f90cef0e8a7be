import type { Acted, Acting } from "./acting.ts";
import { currentOption, ended, oneMoreTry, planProgress, stepUndoable, tryFailed, used } from "./advance.ts";
import { chooseRecoveryAction } from "./choose-recovery-action.ts";
import { groundedAction } from "./grounded-action.ts";
import { sendAction } from "./send-action.ts";

/** The actor's turn before the device's (docs/spec.md E2): which action on this screen carries out the plan's step. */
export async function actTurn(acting: Acting): Promise<Acted> {
  const { state, runtime } = acting;
  const { recovery, stopped } = state;
  if (stopped !== null) return ended(recovery, stopped.outcome, stopped.reason);
  const at = runtime.now().toISOString();
  const progress = planProgress(recovery);
  const { stepTimeoutSeconds } = recovery.settings;
  const told = { screenshot: state.screen.observation?.screenshotKey ?? "", at };
  if (Date.parse(at) - Date.parse(progress.startedAt) >= stepTimeoutSeconds * 1_000) {
    const details = `The step took longer than ${stepTimeoutSeconds} s. ${progress.problem ?? ""}`.trim();
    return stepUndoable(recovery, { ...told, details });
  }
  const { tries, seeks } = progress;
  const { tree } = state.screen;
  const { settings } = recovery;
  const choosing = { option: currentOption(recovery), tree, apps: state.apps, settings, tries, seeks };
  const chosen = chooseRecoveryAction(choosing);
  if (chosen.kind === "here") return { recovery: oneMoreTry(recovery), next: "report" };
  if (chosen.kind !== "absent") {
    const looked = aimsAtElement(choosing.option) && chosen.kind === "act";
    return sendAction(acting, looked ? used(recovery, "locator", true) : recovery, chosen);
  }
  const grounded = await groundedAction(acting, choosing.option);
  if (grounded !== null) return sendAction(acting, used(recovery, "locator", true), grounded);
  const details = chosen.problem;
  return tryFailed(used(oneMoreTry(recovery), "locator", false), {
    ...told,
    details,
    isFinal: true,
    suggestions: chosen.nearest,
  });
}

const aimsAtElement = ({ action }: { readonly action: string }): boolean => action.startsWith("locate_");
