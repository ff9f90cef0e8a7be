import type * as z from "zod";
import type { ModelUsage } from "#shared/contracts/agent/model-settings.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { defined } from "#shared/values/defined.ts";
import { toolUse } from "../dialects/tool-use.ts";
import type { RoleModel } from "../model-calls/role-model.ts";
import { withDetails } from "../model-calls/with-details.ts";
import type { ModelMessage } from "../models/model-provider.ts";
import { Conversation } from "../prompt/conversation.ts";
import { withReasoningApart } from "../providers/reply-parts.ts";
import { briefReply } from "../replies/brief-reply.ts";
import { repairInText } from "../replies/repair-in-text.ts";
import { agentToolChoice } from "../targets/tool-schema.ts";
import { readAnswer } from "./read-answer.ts";
import { answerInText, answerTool, type RoleQuestion } from "./role-question.ts";

interface Asking<Answer extends z.ZodObject> {
  readonly asked: RoleModel;
  readonly question: RoleQuestion<Answer>;
  /** Milliseconds. */
  readonly now: () => number;
  /** Called when another model takes over. */
  readonly onFallBack: (from: string, to: string, why: string) => void;
}

export interface RoleAnswer<Answer> {
  readonly answer: Answer;
  /** The one that answered. */
  readonly model: string;
  /** The one that was to answer, when another one did. */
  readonly fallbackFrom?: string;
  readonly usage: ModelUsage;
  readonly milliseconds: number;
}

const maxRepairs = 1;

const repairRequest = (error: DroverError): string =>
  `Your reply cannot be used. ${error.message} Reply again in the form that was asked for.`;

/** A model with tools is given one, which newest models cannot be forced to call; any other is asked for JSON. */
function promptOf<Answer extends z.ZodObject>(question: RoleQuestion<Answer>, withTools: boolean) {
  const messages = [{ role: "user", parts: question.parts }] as const;
  const { toolChoice } = agentToolChoice;
  const system = (instructions: string) =>
    [{ type: "text", text: instructions, cacheBreakpoint: true }] as const;
  const call = `Answer with one call of the tool ${answerTool(question).name}: text alone is not read.`;
  return withTools
    ? {
        system: system(`${question.system}\n${call}`),
        messages,
        tools: [answerTool(question)],
        toolChoice,
        parallelToolCalls: false,
      }
    : { system: system(`${question.system}\n${answerInText(question)}`), messages };
}

/**
 * Asks a role one question; an answer that does not fit is shown to the model once with what is wrong. Every error says in
 * `details.usage` what its calls used.
 * @throws ModelOutputInvalid, ModelRefused, ModelTimeout, ModelOverloaded, ModelUnavailable, ModelRejected, BudgetExhausted
 */
export async function askRole<Answer extends z.ZodObject>(
  asking: Asking<Answer>,
): Promise<RoleAnswer<z.output<Answer>>> {
  const { asked, question, now, onFallBack } = asking;
  const withTools = asked.settings.dialect === "tool-use";
  const conversation = new Conversation({ asked, prompt: promptOf(question, withTools), now, onFallBack });
  try {
    const answer = await converse(conversation, question, withTools ? toolUse.repair : repairInText);
    const { model, fallbackFrom, usage, milliseconds } = conversation;
    return { answer, model, ...defined({ fallbackFrom }), usage, milliseconds };
  } catch (error) {
    throw withDetails(error, { usage: conversation.usage });
  }
}

async function converse<Answer extends z.ZodObject>(
  conversation: Conversation,
  question: RoleQuestion<Answer>,
  repair: typeof repairInText,
): Promise<z.output<Answer>> {
  let repairTurns: readonly ModelMessage[] = [];
  for (let repairs = 0; ; repairs += 1) {
    const reply = withReasoningApart(await conversation.ask(repairTurns));
    try {
      return readAnswer(reply, question);
    } catch (error) {
      if (!(error instanceof DroverError) || error.audience !== "model") throw error;
      if (repairs >= maxRepairs) throw unusable(conversation.model, question.role, error);
      repairTurns = repair(briefReply(reply), repairRequest(error));
    }
  }
}

const unusable = (model: string, role: string, problem: DroverError) =>
  new DroverError(
    "ModelOutputInvalid",
    `The model '${model}' twice gave an answer as ${role} that cannot be used: ${problem.message}`,
    { details: { model, role, reason: problem.code }, cause: problem },
  );
