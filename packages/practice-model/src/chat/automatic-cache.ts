import { createHash } from "node:crypto";
import { charactersPerToken, promptBlocks } from "../count-tokens.ts";
import type { MessagesRequest } from "../messages-request.ts";
import type { InputUsage } from "../prompt-cache.ts";

const stepTokens = 128;
const minTokens = 1_024;
const lifetimeMilliseconds = 30 * 60_000;

/**
 * OpenAI's cache as it works by itself (its page "Prompt caching"): of a prompt of 1,024 tokens or more the longest
 * beginning that came before, in steps of 128 tokens. Writing costs nothing and is not told.
 */
export class AutomaticCache {
  private readonly expiries = new Map<string, number>();
  private readonly now: () => number;

  /** `now` in milliseconds. */
  constructor(now: () => number) {
    this.now = now;
  }

  use(request: MessagesRequest): InputUsage {
    const blocks = promptBlocks(request);
    const total = blocks.reduce((sum, { tokens }) => sum + tokens, 0);
    const steps = stepsOf(blocks.map(({ content }) => content).join("\n"), total);
    const kept = steps.findIndex((key) => (this.expiries.get(key) ?? 0) <= this.now());
    const read = (kept < 0 ? steps.length : kept) * stepTokens;
    for (const key of steps) this.expiries.set(key, this.now() + lifetimeMilliseconds);
    const cached = read >= minTokens ? read : 0;
    return { input_tokens: total - cached, cache_read_input_tokens: cached, cache_creation_input_tokens: 0 };
  }
}

/** A key for the text up to each whole step; none for a prompt that is too short. */
function stepsOf(text: string, totalTokens: number): readonly string[] {
  if (totalTokens < minTokens) return [];
  const hash = createHash("sha256");
  const size = stepTokens * charactersPerToken;
  const whole = Math.floor(Math.min(totalTokens, text.length / charactersPerToken) / stepTokens);
  return Array.from({ length: whole }, (_, index) => {
    hash.update(text.slice(index * size, (index + 1) * size));
    return hash.copy().digest("base64");
  });
}
