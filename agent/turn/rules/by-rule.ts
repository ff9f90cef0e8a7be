import { isForeign } from "#shared/rules/agent-kind.ts";
import { supervisionOf } from "#shared/rules/supervision-of.ts";
import { supervisionFor } from "../../model-calls/supervision-for.ts";
import { takeStep } from "../../turn-state/turn-outcome.ts";
import type { TurnRule } from "../turn-rule.ts";
import { ladderStep } from "./ladder-step.ts";
import { retryStep } from "./retry-step.ts";

/** A step chosen without a model. Third-party agents get this help only if their job asks for it. */
export const byRule: TurnRule = async ({ input, state, runtime }) => {
  const { job } = state;
  const { retry, recovery } = isForeign(job)
    ? supervisionOf(job)
    : await supervisionFor(job, runtime.environment);
  const step =
    (retry ? await retryStep(input, state, runtime) : null) ??
    (recovery ? await ladderStep(input, state, runtime) : null);
  return step === null ? null : takeStep(step);
};
