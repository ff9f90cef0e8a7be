import type { TurnObservation, TurnResponse } from "#shared/contracts/api/responses/turn-response.ts";
import { ObservationParts } from "#shared/contracts/job/agent.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import type { Turn } from "#shared/contracts/workflow/turn.ts";
import { semanticText } from "#shared/screen/semantic-text.ts";
import { defined } from "#shared/values/defined.ts";
import { roundUsd } from "#shared/values/round-usd.ts";
import { attemptUse } from "../budget/attempt-use.ts";
import { describeNotes } from "../prompt/prompt-history.ts";
import { artifactLinker } from "../runtime/artifact-links.ts";
import type { Services } from "../runtime/services.ts";
import { offeredIn } from "../turn-state/chosen-step.ts";
import { readTurn, type TurnState } from "../turn-state/read-turn.ts";
import { turnFeedback } from "../turn-state/turn-feedback.ts";

/** Every part, for an agent that does not say which it reads. */
const allParts = ObservationParts.parse({});

/** A turn as its agent is told it: what is on the screen, what came of the turn before, what is left. */
export async function turnView(
  turn: Turn,
  { withTree }: { readonly withTree: boolean },
  runtime: Services,
): Promise<TurnResponse> {
  const { input, tenantId, jobId, turnId, stepNumber, agent, pool, status, openedAt, until } = turn;
  const { observation } = input;
  if (observation === null) throw new TypeError("A turn is made from a screen.");
  const state = await readTurn(input, observation, runtime);
  const view = await observationOf(state, { stepNumber, withTree, openedAt }, runtime);
  const linksTo = artifactLinker(tenantId, runtime);
  const { screenshot, accessibilityTree } = observedParts(state);
  const links = await linksTo({
    screenshot: screenshot ? observation.screenshotKey : null,
    picture: screenshot ? observation.modelScreenshotKey : null,
    tree: accessibilityTree ? observation.treeKey : null,
    hierarchy: accessibilityTree ? observation.hierarchyKey : null,
  });
  return {
    ...{ turnId, jobId, stepNumber, agent, pool, status, openedAt, until },
    ...defined({ claimedBy: turn.claimedBy }),
    observation: { ...view, links },
  };
}

export const observedParts = ({ job }: Pick<TurnState, "job">): ObservationParts =>
  job.agent?.kind === "external" ? job.agent.observation : allParts;

interface Telling {
  readonly stepNumber: number;
  readonly withTree: boolean;
  /** Since when its agent has the turn; absent: since now. */
  readonly openedAt?: string | undefined;
}

/** The same without links, which last for minutes only. */
export function observationOf(
  state: TurnState,
  { stepNumber, withTree, openedAt }: Telling,
  runtime: Pick<Services, "now">,
): Omit<TurnObservation, "links"> {
  const { job, observation, tree, history, talk } = state;
  const { accessibilityTree, toolResult, metadata } = observedParts(state);
  const { feedback } = turnFeedback(state);
  const { package: app, activity, screen, orientation, keyboardShown, deviceTime, capturedAt } = observation;
  const { task, background, systemPrompt, answerSchema } = job;
  const shown = accessibilityTree && tree !== null ? tree : undefined;
  const tools = talk.tools.map(({ name, description }) => ({ name, description }));
  return {
    task,
    ...defined({ background, systemPrompt, answerSchema }),
    ...defined({ elementText: shown && elementText(shown), tree: withTree ? shown : undefined }),
    ...(metadata ? { app: { name: tree?.app_name ?? "", package: app, activity } } : {}),
    ...(metadata ? defined({ apps: state.apps && [...state.apps], device: job.deviceFacts }) : {}),
    screen,
    ...defined({ orientation, deviceTime: metadata ? deviceTime : undefined }),
    keyboardShown,
    capturedAt,
    flags: metadata ? [...observation.flags] : [],
    step: stepNumber,
    limitsLeft: limitsLeft(state, { stepNumber, openedAt }, runtime.now()),
    last: lastTurn(history.at(-1), toolResult),
    notes: [...describeNotes(history)],
    ...(state.messages.length === 0 ? {} : { messages: [...state.messages] }),
    ...defined({ feedback, tools: tools.length === 0 ? undefined : tools }),
    actions: offeredIn(state).offered.map(({ name }) => name),
  };
}

/** As Drover's own agent reads it. */
export const elementText = (tree: NonNullable<TurnState["tree"]>): string =>
  tree.elements.length === 0
    ? "The screen has no elements."
    : semanticText(tree) +
      (tree.truncated ? "\n(There is more than could be listed: scroll to see it.)" : "");

function limitsLeft(
  { job, history }: TurnState,
  turn: Omit<Telling, "withTree">,
  now: Date,
): TurnObservation["limitsLeft"] {
  const { maxCostUsd } = job.limits;
  const { steps, seconds, tokens } = attemptUse({ ...turn, job, history, now });
  const costUsd = maxCostUsd === undefined ? undefined : Math.max(0, roundUsd(maxCostUsd - job.spentUsd));
  return {
    steps: Math.max(0, steps.left),
    seconds: Math.max(0, Math.floor(seconds.left)),
    tokens: Math.max(0, tokens.left),
    ...defined({ costUsd }),
  };
}

function lastTurn(step: Step | undefined, withResult: boolean): TurnObservation["last"] {
  if (step === undefined) return null;
  const { stepNumber, outcome, screenChanged, feedback, toolResult } = step;
  return {
    stepNumber,
    actions: toldActions(step),
    ...defined({ outcome, screenChanged, feedback, toolResult: withResult ? toolResult : undefined }),
  };
}

/** What a step did, as whoever chose it is told. */
export const toldActions = ({ actions }: Pick<Step, "actions">) =>
  actions.map(({ action, outcome }) => ({ action, ...defined({ outcome }) }));
