import type { Prompt } from "#agent/prompt/prompt-input.ts";

/** What a model reads of a prompt's turn: its blocks of text are one text. */
export function promptText({ messages }: Prompt): string {
  const parts = messages[0]?.parts ?? [];
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}
