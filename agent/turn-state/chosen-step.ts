import { withoutCapabilities } from "#shared/actions/action-catalogue.ts";
import { type ChosenBy, type Step, StepTimings } from "#shared/contracts/step/step.ts";
import type { PredictActionInput } from "#shared/contracts/workflow/predict-action.ts";
import { defined } from "#shared/values/defined.ts";
import { keepsChecklist } from "../checklist/checklist.ts";
import type { Prediction } from "../predict/predict.ts";
import { offeredFor } from "../prompt/offered-actions.ts";
import type { Services } from "../runtime/services.ts";
import { begunStep } from "./begun-step.ts";
import type { TurnState } from "./read-turn.ts";

/** What the turn's agent may choose from. */
export const offeredIn = ({ job, ownTask, talk, catalogue, missing }: TurnState) =>
  offeredFor(
    {
      task: job.task,
      ...talk,
      hasTools: talk.tools.length > 0,
      hasParts: keepsChecklist({ ...job, task: ownTask }),
    },
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
  runtime: Pick<Services, "now">,
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
