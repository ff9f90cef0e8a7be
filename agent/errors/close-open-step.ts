import type { ActionOutcome, Step } from "#shared/contracts/step/step.ts";
import type { ErrorId } from "#shared/contracts/values/ids.ts";
import type { MapErrorInput } from "#shared/contracts/workflow/map-error.ts";
import { catalogue, isErrorCode } from "#shared/errors/catalogue.ts";
import type { Failure } from "../runtime/failure.ts";
import type { Services } from "../runtime/services.ts";
import { notCarriedOut } from "../steps/not-carried-out.ts";
import { isClaim } from "../steps/step-claim.ts";
import { talkOf } from "../steps/step-talk.ts";

/** `acted`: the command was under way when its host died, and cannot be continued. */
const withoutEffect = ({ name, details }: Failure): boolean =>
  isErrorCode(name) && catalogue[name].effect === "none" && details.acted !== true;

const neverSent = (failure: Failure): boolean => failure.name.startsWith("SQS.");

const notKnown: ActionOutcome = {
  ...notCarriedOut,
  effect: "indeterminate",
  message: "It is not known whether it was carried out.",
};

/**
 * A step that was under way when the error came has no outcome: it gets one, so that the next prompt does not guess.
 * Whether the device felt it is unknown, unless it surely never reached it (docs/faults.md, point 3).
 */
export async function closeOpenStep(
  step: Step | null,
  input: MapErrorInput,
  failure: Failure,
  errorId: ErrorId,
  runtime: Services,
): Promise<void> {
  if (step === null || step.outcome !== undefined || isClaim(step)) return;
  // What was lost is the look that follows an answer: of the step itself no device has a part.
  const talk = talkOf(step)?.kind;
  if (talk === "ask_user" || talk === "wait_for")
    return close(step, { ok: true, effect: "none", retries: 0 }, errorId, runtime);
  const certain = input.stateName !== "PerformAction" || withoutEffect(failure) || neverSent(failure);
  const outcome = certain ? notCarriedOut : notKnown;
  await close(step, { ...outcome, errorCode: failure.name.slice(0, 60) }, errorId, runtime);
}

async function close(
  { tenantId, jobId, stepNumber }: Step,
  outcome: ActionOutcome,
  errorId: ErrorId,
  { repositories }: Pick<Services, "repositories">,
): Promise<void> {
  await repositories.steps.closeOpen({ tenantId, jobId, stepNumber, outcome, errorId });
}
