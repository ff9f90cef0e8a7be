import { UnusedReply } from "#shared/contracts/step/unused-reply.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { redact } from "#shared/rules/redact.ts";
import type { ModelMessage, ModelReply, ModelRequest } from "../models/model-provider.ts";
import type { ModelClient } from "./model-client.ts";

/** One call as it was made, nothing parsed. */
export interface ModelCall {
  /** Who was asked, where it is another than its record says. */
  readonly role?: string;
  readonly baseUrl: string;
  readonly request: ModelRequest;
  readonly startedAt: string;
  readonly milliseconds: number;
  readonly reply?: ModelReply;
  readonly error?: { readonly code: string; readonly message: string };
}

/** Every call of one turn, whoever made it and however it ended (docs/spec.md I6.4). */
export class ModelCallLog {
  readonly calls: ModelCall[] = [];
  readonly #now: () => Date;
  readonly #task: string;

  constructor(now: () => Date, task: string) {
    this.#now = now;
    this.#task = task;
  }

  /** The same client, its calls kept here. */
  recording(client: ModelClient): ModelClient {
    const { baseUrl } = client;
    const complete: ModelClient["complete"] = async (request, timeoutSeconds) => {
      const started = this.#now();
      const keep = (end: Pick<ModelCall, "reply" | "error">): void => {
        const milliseconds = this.#now().getTime() - started.getTime();
        this.calls.push({ baseUrl, request, startedAt: started.toISOString(), milliseconds, ...end });
      };
      try {
        const reply = await client.complete(request, timeoutSeconds);
        keep({ reply });
        return reply;
      } catch (error) {
        const code = error instanceof DroverError ? error.code : "InternalError";
        keep({ error: { code, message: error instanceof Error ? error.message : String(error) } });
        throw error;
      }
    };
    return { ...client, complete };
  }

  /** Those that brought no action; `last`: why the last one did not, null when it did. */
  unused(last: DroverError | null): readonly UnusedReply[] {
    const lost = last === null ? this.calls.slice(0, -1) : this.calls;
    return lost.slice(-5).map((call, index) => {
      const next = this.calls[this.calls.indexOf(call) + 1];
      const told = next === undefined ? (last?.message ?? "") : problemTold(call, next);
      const said = textOf(redact(beginningOf(call.reply), { source: this.#task }));
      return UnusedReply.parse({
        model: call.request.model.slice(0, 100),
        kind: kindOf(call),
        milliseconds: Math.max(0, call.milliseconds),
        problem: textOf(redact(call.error?.message ?? told, { source: this.#task })).slice(0, 500),
        said: said.slice(0, index === lost.length - 1 ? 1_000 : 300).toWellFormed(),
      });
    });
  }
}

/** More than is kept, so that nothing that is redacted is cut in two; a reply may be of any length. */
const beginningOf = (reply: ModelReply | undefined): string =>
  (reply?.parts.slice(0, 20) ?? [])
    .map((part) => partText(part).slice(0, 4_000).toWellFormed())
    .join("\n")
    .slice(0, 4_000)
    .toWellFormed();

const textOf = (value: unknown): string => String(value).toWellFormed();

function kindOf({ reply, error }: ModelCall): UnusedReply["kind"] {
  if (reply === undefined) return error?.code === "ModelTimeout" ? "timeout" : "failed";
  if (reply.stop === "refusal") return "refused";
  return reply.stop === "length" ? "cut" : "unusable";
}

const partText = (part: ModelReply["parts"][number]): string =>
  part.type === "text"
    ? part.text
    : part.type === "toolCall"
      ? `${part.name} ${JSON.stringify(part.input)}`
      : "";

/** A model whose reply was cut is asked again with more room, and without a complaint. */
const problemTold = ({ reply, request }: ModelCall, next: ModelCall): string =>
  reply?.stop === "length" && next.request.maxOutputTokens > request.maxOutputTokens
    ? `The reply was cut off at ${request.maxOutputTokens} tokens.`
    : lastWords(next.request.messages);

/** What the model was told of the reply before. */
function lastWords(messages: readonly ModelMessage[]): string {
  const part = messages.at(-1)?.parts.at(-1);
  return part?.type === "text" || part?.type === "toolResult" ? part.text.trim() : "";
}
