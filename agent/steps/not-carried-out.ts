import type { ActionOutcome } from "#shared/contracts/step/step.ts";

/** Of a step that surely reached no device. */
export const notCarriedOut: ActionOutcome = {
  ok: false,
  effect: "none",
  message: "It was not carried out.",
  retries: 0,
};
