import type { ModelReply, ReplyPart } from "../models/model-provider.ts";

/** Characters of a part. */
const longestPart = 2_000;
/** What is signed goes back whole or not at all. */
const longestSigned = 50_000;
const mostParts = 12;

const cut = (text: string): string =>
  text.length <= longestPart
    ? text
    : `${text.slice(0, longestPart).toWellFormed()} … (${text.length} characters)`;

const lengthOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

function briefPart(part: ReplyPart): readonly ReplyPart[] {
  switch (part.type) {
    case "text":
      return [{ ...part, text: cut(part.text) }];
    case "thinking":
      return part.text.length + lengthOf(part.opaque) > longestSigned ? [] : [part];
    case "toolCall": {
      const { opaque, ...call } = part;
      // Services refuse other names, also those that their own models made up.
      const name = call.name.slice(0, 64).replaceAll(/[^\w-]/g, "_");
      const input = JSON.stringify(call.input) ?? "";
      if (input.length > longestPart) return [{ ...call, name, input: { cut: cut(input) } }];
      return [{ ...part, name }];
    }
  }
}

/** As much of a reply that could not be used as its repair shows the model: it is sent, and paid for, again. */
export const briefReply = (reply: ModelReply): ModelReply => ({
  ...reply,
  parts: reply.parts.slice(0, mostParts).flatMap(briefPart),
});
