import { DroverError } from "#shared/errors/drover-error.ts";
import { mayFallBack } from "../model-calls/fall-back.ts";
import type { ModelMessage, ModelReply } from "../models/model-provider.ts";
import type { Conversation } from "../prompt/conversation.ts";
import { briefReply } from "../replies/brief-reply.ts";
import type { Dialect } from "../replies/reply-dialect.ts";
import type { ReplyAttempt } from "./reply-attempt.ts";

type Usable = Extract<ReplyAttempt, { ok: true }>;

interface Asking {
  readonly conversation: Conversation;
  readonly repair: Dialect["repair"];
  /** `tries`: the number of earlier replies. */
  read(reply: ModelReply, tries: number): Promise<ReplyAttempt>;
}

const longestProblem = 1_500;

const repairRequest = ({ message, advice }: DroverError): string =>
  `Your reply cannot be used. ${message} ${advice.join(" ")}`.slice(0, longestProblem).toWellFormed() +
  " Nothing was done on the device. Reply again with valid actions.";

const toldAnew = (error: DroverError): readonly ModelMessage[] => [
  { role: "user", parts: [{ type: "text", text: `\n\n(An earlier try failed: ${repairRequest(error)})` }] },
];

/**
 * A usable reply, from three tries and one of another model. The second call includes the first reply and its error,
 * the third starts without the earlier replies, because models repeat their mistakes (docs/faults.md E2).
 * @throws ModelOutputInvalid; what the conversation and `read` throw
 */
export async function usableReply({
  conversation,
  repair,
  read,
}: Asking): Promise<Usable & { readonly said: ModelReply; readonly tries: number }> {
  const ask = async (turns: readonly ModelMessage[], tries: number) => {
    const said = await conversation.ask(turns);
    return { said, tries, attempt: await read(said, tries) };
  };
  let last = await ask([], 0);
  const next = [(error: DroverError) => repair(briefReply(last.said), repairRequest(error)), toldAnew];
  for (const turns of next) {
    if (last.attempt.ok) break;
    last = await ask(turns(last.attempt.error), last.tries + 1);
  }
  if (!last.attempt.ok) last = (await askAnother(conversation, () => ask([], last.tries + 1))) ?? last;
  const { attempt, said, tries } = last;
  if (attempt.ok) return { ...attempt, said, tries };
  throw outputInvalid(conversation.model, tries + 1, attempt.error);
}

/** Undefined: there is no other model, or it is not available. */
async function askAnother<Reply>(
  conversation: Conversation,
  ask: () => Promise<Reply>,
): Promise<Reply | undefined> {
  const { another } = conversation;
  if (another === undefined) return undefined;
  conversation.goOver(another, "ModelOutputInvalid");
  return ask().catch((error: unknown) => {
    if (mayFallBack(error)) return undefined;
    throw error;
  });
}

const outputInvalid = (model: string, replies: number, problem: DroverError) =>
  new DroverError(
    "ModelOutputInvalid",
    `None of ${replies} replies could be used, the last one of the model '${model}': ${problem.message}`,
    { details: { model, reason: problem.code, ...problem.details }, cause: problem },
  );
