import type { ResolveContext } from "#shared/actions/action-definition.ts";
import type { ModelUsage } from "#shared/contracts/agent/model-settings.ts";
import type { GroundedBy, StepAction } from "#shared/contracts/step/step.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { withoutSecrets } from "#shared/rules/secrets.ts";
import { defined } from "#shared/values/defined.ts";
import { dialects } from "../dialects/dialect-registry.ts";
import { dialectViews } from "../dialects/dialect-views.ts";
import type { RoleModel } from "../model-calls/role-model.ts";
import { withDetails } from "../model-calls/with-details.ts";
import type { ModelReply } from "../models/model-provider.ts";
import { Conversation } from "../prompt/conversation.ts";
import { buildPrompt } from "../prompt/prompt.ts";
import type { PromptInput } from "../prompt/prompt-input.ts";
import { pointedSize } from "../prompt/prompt-places.ts";
import { replyThoughts, withReasoningApart } from "../providers/reply-parts.ts";
import { claimOf } from "../steps/step-claim.ts";
import { resolveTurn } from "../targets/resolve-turn.ts";
import { type Grounder, withGrounding } from "./grounding-fallback.ts";
import { holdAnswer } from "./hold-answer.ts";
import type { ReplyAttempt } from "./reply-attempt.ts";
import { usableReply } from "./usable-reply.ts";

/** The required part of a logger. */
export interface PredictionLogger {
  info(message: string, fields: Readonly<Record<string, unknown>>): void;
  debug(message: string, fields: Readonly<Record<string, unknown>>): void;
}

export interface PredictInput extends Omit<PromptInput, "dialect"> {
  readonly agent: RoleModel;
  readonly logger: PredictionLogger;
  /** Absent: no grounding. */
  readonly grounder?: Grounder;
  readonly coordinateOf?: ResolveContext["coordinateOf"];
  /** Milliseconds. */
  readonly now?: () => number;
}

export interface Prediction {
  /** The model that chose the actions. */
  readonly model: string;
  /** The intended model, if a fallback chose. */
  readonly fallbackFrom?: string;
  /** Its note. */
  readonly thinking: string;
  /** The model's reasoning; absent if its service does not return it. */
  readonly reasoning?: string;
  /** What the agent expects to see then. */
  readonly expect?: string;
  readonly actions: readonly StepAction[];
  /** The grounding model, if it found the place; its usage is not part of `usage`. */
  readonly groundedBy?: GroundedBy;
  readonly usage: ModelUsage;
  /** Model calls after the first, because of unusable replies. */
  readonly repairs: number;
  readonly inferenceMilliseconds: number;
}

const longestThinking = 20_000;

/** An agent that sees no elements and no ids cannot refer to one. */
const aimable = ({ perception, tree }: PredictInput) =>
  perception?.tree === "never" && !perception.marks ? null : tree;

const toolNames = ({ tools = [] }: PredictInput): readonly string[] => tools.map(({ name }) => name);

/** How a reply is read, and what its actions are resolved with. */
const readingOf = (input: PredictInput) => ({
  dialect: dialects[input.agent.settings.dialect],
  read: { actions: input.actions, size: pointedSize(input) },
  resolve: {
    tree: aimable(input),
    apps: input.apps ?? [],
    coordinateOf: input.coordinateOf,
    tools: toolNames(input),
  },
});

async function attemptOf(reply: ModelReply, input: PredictInput): Promise<ReplyAttempt> {
  try {
    const { dialect, read, resolve } = readingOf(input);
    const parsed = dialect.read(reply, read);
    const actions = resolveTurn(parsed.actions, read.actions, resolve);
    await holdAnswer(claimOf({ actions }), input.answerSchema);
    return { ok: true, reply: parsed, actions };
  } catch (error) {
    if (error instanceof DroverError && error.audience === "model") return { ok: false, error };
    throw error;
  }
}

/** Models repeat their task, and logs must contain neither its text nor its secrets. A short reply reveals nothing. */
const forLog = (text: string, task: string): string =>
  withoutSecrets(task.length < 12 ? text : text.replaceAll(task, "[task]"), task);

function logPrediction(input: PredictInput, prediction: Prediction): void {
  const about = { model: prediction.model, stepNumber: input.stepNumber };
  input.logger.info("prediction", {
    ...about,
    thinking: forLog(prediction.thinking, input.task),
    ...defined({ reasoning: prediction.reasoning && forLog(prediction.reasoning, input.task) }),
    inferenceMilliseconds: prediction.inferenceMilliseconds,
    repairs: prediction.repairs,
  });
  input.logger.debug("predicted action", {
    ...about,
    actions: withoutSecrets(JSON.stringify(prediction.actions.map(({ action }) => action)), input.task),
  });
}

function logProblem(input: PredictInput, model: string, problem: DroverError): void {
  const { code, message, details } = problem;
  input.logger.info("reply not usable", {
    model,
    stepNumber: input.stepNumber,
    code,
    problem: forLog(message, input.task),
    ...withoutSecretTexts(details, input.task),
  });
}

const withoutSecretTexts = (details: DroverError["details"], task: string) =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      typeof value === "string" ? forLog(value, task) : value,
    ]),
  );

const kept = (text: string): string => text.slice(0, longestThinking).toWellFormed();

async function converse(input: PredictInput, conversation: Conversation): Promise<Prediction> {
  const { dialect } = input.agent.settings;
  const { grounder } = input;
  // What works from pictures has tags of its own for what it thinks.
  const apart = dialectViews[dialect] === "picture" ? (said: ModelReply) => said : withReasoningApart;
  const used = await usableReply({
    conversation,
    repair: dialects[dialect].repair,
    async read(said, tries) {
      const reply = apart(said);
      const attempt = await attemptOf(reply, input);
      if (!attempt.ok) logProblem(input, conversation.model, attempt.error);
      // Another model is asked for a place when the first was shown once what is wrong with its own.
      return grounder !== undefined && (attempt.ok || tries === 1)
        ? withGrounding(attempt, { reply, grounder, ...readingOf(input) })
        : attempt;
    },
  });
  const { model, fallbackFrom, usage, milliseconds: inferenceMilliseconds, wasCut } = conversation;
  const { reply, actions, groundedBy, said, tries } = used;
  const reasoning = kept(replyThoughts(apart(said)));
  return {
    model,
    thinking: kept(reply.thinking),
    actions,
    ...defined({ fallbackFrom, groundedBy, expect: reply.expect, reasoning: reasoning || undefined }),
    usage,
    repairs: tries + (wasCut ? 1 : 0),
    inferenceMilliseconds,
  };
}

/**
 * Asks the model for the next actions; if its replies are not usable, again, and then another model (docs/faults.md E2).
 * Every error has the usage of the earlier calls in `details.usage`.
 * @throws ModelOutputInvalid, ModelRefused, ModelTimeout, ModelOverloaded, ModelUnavailable, ModelRejected
 */
export async function predict(input: PredictInput): Promise<Prediction> {
  const { agent, logger, stepNumber, now = Date.now } = input;
  const conversation = new Conversation({
    asked: agent,
    prompt: buildPrompt({ ...input, dialect: agent.settings.dialect }),
    now,
    onFallBack: (from, to, why) => logger.info("another model answers", { from, to, why, stepNumber }),
  });
  try {
    const prediction = await converse(input, conversation);
    logPrediction(input, prediction);
    return prediction;
  } catch (error) {
    // The error is the only way to report the earlier usage.
    throw withDetails(error, { usage: conversation.usage, stepNumber });
  }
}
