import type { Step } from "#shared/contracts/step/step.ts";
import type { PredictActionInput } from "#shared/contracts/workflow/predict-action.ts";
import { defined } from "#shared/values/defined.ts";
import { attemptUse } from "../budget/attempt-use.ts";
import { appHints } from "../environment/app-hints.ts";
import { projectConfig } from "../environment/project-config.ts";
import type { RoleModel } from "../model-calls/role-model.ts";
import type { Advice } from "../planning/advice.ts";
import type { Grounder } from "../predict/grounding-fallback.ts";
import { type PredictInput, predict } from "../predict/predict.ts";
import { newPromptMarker } from "../prompt/prompt-marker.ts";
import { toldTo } from "../role-board/entry-for.ts";
import type { Runtime } from "../runtime/services.ts";
import { chosenStep, offeredIn } from "./chosen-step.ts";
import { asJpeg, type TurnState } from "./read-turn.ts";
import { resolving } from "./resolving.ts";
import { limitNear, turnFeedback } from "./turn-feedback.ts";
import { withChain } from "./with-chain.ts";

interface Choosing {
  readonly input: PredictActionInput;
  readonly state: TurnState;
  readonly agent: RoleModel;
  readonly advice: Advice;
  readonly grounder: Grounder | undefined;
  readonly runtime: Runtime<"predict-action">;
}

/**
 * The step that the agent chooses, with the config's chain around it.
 * @throws what `predict` and the chain throw
 */
export async function nextStep(choosing: Choosing): Promise<Step> {
  const { input, state, advice, runtime } = choosing;
  const { jobId, stepNumber } = input;
  const { job, tree, observation } = state;
  const { chain } = await projectConfig();
  const actions = offeredIn(state);
  const turn = { jobId, stepNumber, task: job.task, observation, tree };
  const resolve = await resolving(state);
  const { coordinateOf } = resolve;
  const hints = await appHints(observation.package);
  const told = await withChain(
    chain,
    turn,
    { catalogue: actions, resolve, rule: job.consensus },
    ({ notes, tree }) => predict({ ...questionOf(choosing, notes, hints), tree, actions, coordinateOf }),
  );
  const guidance = advice.guidance?.planNumber;
  return chosenStep(input, state, { ...told, chosenBy: "model", guidance }, runtime);
}

/** What the agent is asked, with what the chain noted. */
function questionOf(
  { input, state, agent, advice, grounder, runtime }: Choosing,
  notes: readonly string[],
  appHints: string | undefined,
): Omit<PredictInput, "actions" | "coordinateOf"> {
  const { job, history, tree, screenshot, observation, earlierRun, parts } = state;
  const { feedback: told, checks } = turnFeedback(state);
  const { stepNumber } = input;
  const use = attemptUse({ job, history, stepNumber, now: runtime.now() });
  const { steps, seconds } = use;
  const feedback = [earlierRun?.feedback, told, limitNear(use)]
    .filter((part) => part !== undefined)
    .join("\n");
  return {
    agent,
    logger: runtime.logger,
    task: job.task,
    ...defined({
      background: job.background,
      systemPrompt: job.systemPrompt,
      partsBefore: job.partsBefore,
    }),
    parts,
    history,
    tree,
    observation: { ...observation, flags: [...(earlierRun?.notes ?? []), ...notes, ...observation.flags] },
    ...(screenshot === undefined ? {} : { screenshot: asJpeg(screenshot) }),
    stepNumber,
    maxSteps: stepNumber - 1 + steps.left,
    elapsedSeconds: seconds.used,
    previousIssues: advice.previousIssues,
    ...(feedback === "" ? {} : { feedback }),
    ...(job.roleOf && state.board ? { blackboard: toldTo(state.board, job.roleOf.role) } : {}),
    ...defined({
      appHints,
      answerSchema: job.answerSchema,
      guidance: advice.guidance?.text,
      checks,
      grounder,
      device: job.deviceFacts,
      apps: state.apps,
    }),
    perception: job.perception,
    tools: state.talk.tools,
    marker: job.promptMarker ?? newPromptMarker(),
  };
}
