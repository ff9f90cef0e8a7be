import type { RecoveryOption } from "#shared/contracts/recovery/recovery-messages.ts";
import { ModelCallLog } from "../model-calls/model-call-log.ts";
import { grounderFor } from "../turn-state/grounder.ts";
import type { Acting, ChosenAction } from "./acting.ts";

/** A place that the grounding model finds for what no element is called; null: it is not asked here, or does not see it. */
export async function groundedAction(
  { input, state, runtime }: Acting,
  option: RecoveryOption,
): Promise<ChosenAction | null> {
  const { observation } = state.screen;
  const { job } = state;
  const isAimed = option.action === "locate_and_click" || option.action === "locate_and_long_click";
  if (!isAimed || observation === null || observation.modelScreenshotKey === null) return null;
  const turn = { input, state: { job, observation, screenshot: undefined }, runtime };
  const grounder = await grounderFor(turn, new ModelCallLog(runtime.now, job.task));
  const found = await grounder?.locate({ reason: "unknownElement", description: option.target });
  if (!found) return null;
  const action = option.action === "locate_and_click" ? "tap" : "long_press";
  const why = `The model '${found.model}' sees ${option.target} there.`;
  return { kind: "act", action: { action, coordinate: found.coordinate }, why };
}
