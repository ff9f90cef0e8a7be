import * as z from "zod";

/** The parts of a tool's answer that a model can be told; anything else is named by its kind. */
const Part = z.union([
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.enum(["image", "audio"]), data: z.string(), mimeType: z.string() }),
  z.object({
    type: z.literal("resource"),
    resource: z.object({ uri: z.string(), text: z.string().optional() }),
  }),
  z.object({ type: z.literal("resource_link"), uri: z.string() }),
  z.object({ type: z.string() }),
]);
type Part = z.infer<typeof Part>;

const Answer = z.object({
  content: z.array(Part).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().default(false),
});

/** Characters of an answer that are kept. */
export const longestAnswer = 8_000;

export interface ToolAnswer {
  readonly ok: boolean;
  readonly text: string;
}

/** What a tool answered, as text of a bounded length. */
export function toolAnswer(result: unknown): ToolAnswer {
  const parsed = Answer.safeParse(result);
  if (!parsed.success) return { ok: false, text: "The tool's answer is none of the protocol." };
  const { content, structuredContent, isError } = parsed.data;
  const said = content.map(textOf).join("\n");
  const text = said === "" && structuredContent !== undefined ? JSON.stringify(structuredContent) : said;
  return { ok: !isError, text: bounded(text === "" ? "(an empty answer)" : text) };
}

function textOf(part: Part): string {
  if ("text" in part) return part.text;
  if ("data" in part) return `(${part.type} of ${part.mimeType}, ${part.data.length} characters: not shown)`;
  if ("resource" in part) return part.resource.text ?? `(resource ${part.resource.uri}: not shown)`;
  if ("uri" in part) return `(link to ${part.uri})`;
  return `(${part.type}: not shown)`;
}

const bounded = (text: string): string =>
  text.length <= longestAnswer
    ? text.toWellFormed()
    : `${text.slice(0, longestAnswer).toWellFormed()}\n(cut: it has ${text.length} characters)`;
