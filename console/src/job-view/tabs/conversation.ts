import type { DebugRecord } from "../job-record.ts";
import { listOf, numberOf, recordFields, textOf, whoAsked } from "./debug-records.ts";

/** Where in a stored request a text stands; `message` null: among its system's. */
export interface PartPlace {
  readonly message: number | null;
  readonly part: number;
}

export type ShownPart = { readonly place: PartPlace } & (
  | { readonly kind: "text" | "thought" | "toolResult"; readonly text: string }
  | { readonly kind: "toolCall"; readonly name: string; readonly text: string }
  | { readonly kind: "picture"; readonly key: string | undefined }
);

export interface ShownCall {
  readonly id: string;
  /** Of the record that holds it, and its place there. */
  readonly record: string;
  readonly index: number;
  readonly role: string;
  readonly model: string;
  readonly milliseconds: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly system: readonly ShownPart[];
  readonly tools: readonly string[];
  readonly messages: readonly { readonly isModels: boolean; readonly parts: readonly ShownPart[] }[];
  readonly reply: readonly ShownPart[];
  /** Why there is no reply, or why it ended early. */
  readonly failure: string | undefined;
}

const roleNames: Readonly<Record<string, string>> = { predict: "agent" };
const earlyEnds = new Set(["length", "refusal"]);

/** Of a record's name: the time at which it was written, as a ULID. */
const writtenAt = ({ name }: DebugRecord): string => /[0-9A-Z]{26}/.exec(name)?.[0] ?? "";

/** The model calls in what was kept, in order. Nothing of its form is sure: it is shown as far as it can be read. */
export const shownCalls = (records: readonly DebugRecord[]): readonly ShownCall[] =>
  records
    .toSorted((one, other) => writtenAt(one).localeCompare(writtenAt(other)))
    .flatMap(({ name, content }) =>
      listOf(recordFields(content).calls).map((call, index) => shownCall(name, index, call)),
    );

function shownCall(record: string, index: number, call: unknown): ShownCall {
  const { request, reply, error, milliseconds, role } = recordFields(call);
  const { system, messages, tools, model } = recordFields(request);
  const said = recordFields(reply);
  const asked = textOf(role) || whoAsked(record);
  const usage = recordFields(said.usage);
  const stop = textOf(said.stop);
  return {
    id: `${record}-${index}`,
    record,
    index,
    role: Object.hasOwn(roleNames, asked) ? (roleNames[asked] ?? asked) : asked,
    model: textOf(model),
    milliseconds: numberOf(milliseconds),
    inputTokens: numberOf(usage.inputTokens),
    outputTokens: numberOf(usage.outputTokens),
    system: partsOf(system, null),
    tools: listOf(tools).map((tool) => textOf(recordFields(tool).name)),
    messages: listOf(messages).map((message, at) => ({
      isModels: recordFields(message).role === "assistant",
      parts: partsOf(recordFields(message).parts, at),
    })),
    reply: partsOf(said.parts, null),
    failure:
      textOf(recordFields(error).message) || (earlyEnds.has(stop) ? `It ended early: ${stop}.` : undefined),
  };
}

const partsOf = (parts: unknown, message: number | null): readonly ShownPart[] =>
  listOf(parts).map((part, at) => shownPart(recordFields(part), { message, part: at }));

function shownPart(part: Readonly<Record<string, unknown>>, place: PartPlace): ShownPart {
  switch (part.type) {
    case "image":
      return { kind: "picture", key: typeof part.key === "string" ? part.key : undefined, place };
    case "toolCall":
      return {
        kind: "toolCall",
        name: textOf(part.name),
        text: JSON.stringify(part.input, null, 2) ?? "",
        place,
      };
    case "toolResult":
      return { kind: "toolResult", text: textOf(part.text), place };
    case "thinking":
      return { kind: "thought", text: textOf(part.text), place };
    default:
      return { kind: "text", text: textOf(part.text), place };
  }
}

export interface TextSection {
  /** As its tag names it; undefined: it is between tags. */
  readonly name: string | undefined;
  readonly text: string;
}

/** A prompt's text by its `<sections>`, so that each can be opened by itself. */
export function sectionsOf(text: string): readonly TextSection[] {
  const sections: TextSection[] = [];
  const between = (from: number, to: number): void => {
    const loose = text.slice(from, to).trim();
    if (loose !== "") sections.push({ name: undefined, text: loose });
  };
  let at = 0;
  for (const match of text.matchAll(/^<([a-z_]{1,40})>\n([\s\S]*?)\n?<\/\1>$/gm)) {
    between(at, match.index);
    sections.push({ name: match[1], text: match[2] ?? "" });
    at = match.index + match[0].length;
  }
  between(at, text.length);
  return sections;
}
