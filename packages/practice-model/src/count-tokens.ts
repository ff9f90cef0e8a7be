import type { MessagesRequest } from "./messages-request.ts";

/** About four characters a token; a picture counts as a usual screenshot does. */
export const charactersPerToken = 4;
const tokensPerImage = 1_500;

export const tokensOf = (text: string): number => Math.ceil(text.length / charactersPerToken);

/** A part of a request as the service reads and keeps it. */
export interface PromptBlock {
  readonly in: "tools" | "system" | "messages";
  /** Everything that makes it another block. */
  readonly content: string;
  readonly tokens: number;
  /** What stands up to here is to be kept in the cache. */
  readonly isBreakpoint: boolean;
}

function blockOf(place: PromptBlock["in"], value: object, role = ""): PromptBlock {
  const { cache_control: breakpoint, ...block } = value as { readonly cache_control?: unknown };
  const content = JSON.stringify(block);
  const isBreakpoint = breakpoint !== undefined;
  return { in: place, content: role + content, tokens: tokensIn(block, content), isBreakpoint };
}

function tokensIn(block: object, content: string): number {
  const { type, text } = block as { readonly type?: unknown; readonly text?: unknown };
  if (type === "image") return tokensPerImage;
  return tokensOf(type === "text" && typeof text === "string" ? text : content);
}

const textBlock = (text: string) => ({ type: "text", text });

/** In the order in which the service reads them: tools, system, messages. */
export function promptBlocks({ tools = [], system = [], messages }: MessagesRequest): readonly PromptBlock[] {
  const instructions = typeof system === "string" ? [textBlock(system)] : system;
  return [
    ...tools.map((tool) => blockOf("tools", tool)),
    ...instructions.map((block) => blockOf("system", block)),
    ...messages.flatMap(({ role, content }) =>
      (typeof content === "string" ? [textBlock(content)] : content).map((block) =>
        blockOf("messages", block, role),
      ),
    ),
  ];
}
