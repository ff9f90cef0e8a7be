import type { Prompt } from "#shared/agent/prompt.ts";

/** What a model reads of a prompt's turn: its blocks of text are one text. */
export function promptText({ messages }: Prompt): string {
  const content = messages[0]?.content;
  if (!Array.isArray(content)) throw new Error("no blocks");
  return content.map((block) => (block.type === "text" ? block.text : "")).join("");
}
