import { withoutCapabilities } from "#shared/agent/actions/action-catalogue.ts";
import { offeredFor } from "#shared/agent/offered-actions.ts";
import type { Prediction } from "#shared/agent/predict.ts";
import { type ChosenBy, type Step, StepTimings } from "#shared/contracts/step.ts";
import type { PredictActionInput } from "#shared/contracts/workflow/predict-action.ts";
import { defined } from "#shared/domain/defined.ts";
import type { RuntimeServices } from "../runtime/runtime.ts";
import { begunStep } from "./begun-step.ts";
import type { TurnState } from "./read-turn.ts";

/** What the turn's agent may choose from. */
export const offeredIn = ({ job, talk, catalogue, missing }: TurnState) =>
  offeredFor(
    { task: job.task, ...talk, hasTools: talk.tools.length > 0 },
    withoutCapabilities(catalogue, missing),
  );

interface Chosen {
  readonly prediction: Prediction;
  readonly chain?: Step["chain"];
  readonly chosenBy: ChosenBy;
  /** The plan whose guidance was told. */
  readonly guidance?: number | undefined;
}

/** The step that an agent's choice makes, whoever the agent is. */
export function chosenStep(
  input: PredictActionInput,
  { observation, picture, messages }: TurnState,
  { prediction, chain, chosenBy, guidance }: Chosen,
  runtime: Pick<RuntimeServices, "now">,
): Step {
  const { inferenceMilliseconds, fallbackFrom, groundedBy, expect, ...chosen } = prediction;
  return {
    ...begunStep(input, runtime),
    ...chosen,
    actions: [...chosen.actions],
    ...defined({ fallbackFrom, groundedBy, chain, guidance }),
    ...(messages.length === 0 ? {} : { messages: [...messages] }),
    // What the model expected does not come of what another chose in its place.
    ...defined({ expect: chain?.overriddenBy ? undefined : expect }),
    chosenBy,
    before: observation,
    picture,
    timings: StepTimings.parse({ inferenceMilliseconds }),
  };
}
