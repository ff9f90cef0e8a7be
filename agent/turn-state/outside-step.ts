import type { ModelUsage } from "#shared/contracts/agent/model-settings.ts";
import type { ChosenBy, Step } from "#shared/contracts/step/step.ts";
import type { PredictActionInput } from "#shared/contracts/workflow/predict-action.ts";
import type { TurnAnswer, TurnUsage } from "#shared/contracts/workflow/turn.ts";
import { defined } from "#shared/values/defined.ts";
import { projectConfig } from "../environment/project-config.ts";
import { noUsage } from "../model-calls/usage.ts";
import { holdAnswer } from "../predict/hold-answer.ts";
import type { Prediction } from "../predict/predict.ts";
import type { Services } from "../runtime/services.ts";
import { claimOf } from "../steps/step-claim.ts";
import { parseActions } from "../targets/parse-action.ts";
import { resolveTurn } from "../targets/resolve-turn.ts";
import { chosenStep, offeredIn } from "./chosen-step.ts";
import type { TurnState } from "./read-turn.ts";
import { resolving } from "./resolving.ts";
import { withChain } from "./with-chain.ts";

interface Answered {
  readonly input: PredictActionInput;
  readonly state: TurnState;
  readonly answer: TurnAnswer;
  readonly chosenBy: ChosenBy;
  /** What the agent is called, when it names no model. */
  readonly name: string;
  /** Since when it had the turn. */
  readonly askedAt: string;
}

/**
 * The step of a turn that an outside agent took: its actions are held to all that a model's are held to.
 * @throws ValidationError, UnknownElement, CoordinateOutOfRange and the like, which the agent is told; ExtensionFailed
 */
export async function outsideStep(
  { input, state, answer, chosenBy, name, askedAt }: Answered,
  runtime: Services,
): Promise<Step> {
  const { jobId, stepNumber } = input;
  const { job, tree, observation, settlement } = state;
  const offered = offeredIn(state);
  const resolve = await resolving(state);
  const actions = resolveTurn(parseActions(answer.actions, offered), offered, resolve);
  await holdAnswer(claimOf({ actions }), job.answerSchema);
  const usage = usageOf(answer.usage);
  const prediction: Prediction = {
    model: answer.model ?? name,
    thinking: answer.thinking,
    actions,
    usage,
    repairs: 0,
    inferenceMilliseconds: Math.max(0, runtime.now().getTime() - Date.parse(askedAt)),
  };
  const { chain } = await projectConfig();
  const turn = { jobId, stepNumber, task: job.task, observation, tree };
  const choosing = { catalogue: offered, resolve, rule: job.consensus };
  const told = await withChain(chain, turn, choosing, async () => prediction);
  const { inputTokens, outputTokens, costUsd = 0 } = usage;
  const counted = job.limits.maxOutputTokens === undefined ? undefined : outputTokens;
  if (usage.calls > 0)
    settlement.add({
      tokens: inputTokens + outputTokens,
      usd: costUsd,
      ...defined({ outputTokens: counted }),
    });
  return chosenStep(input, state, { ...told, chosenBy }, runtime);
}

/** One call, of which the agent says what it cost. */
function usageOf(told: TurnUsage | undefined): ModelUsage {
  if (told === undefined) return noUsage;
  const { inputTokens, outputTokens, costUsd } = told;
  const priced = costUsd === undefined ? { pricedCalls: 0 } : { costUsd, pricedCalls: 1 };
  return { ...noUsage, calls: 1, inputTokens, outputTokens, ...priced };
}
