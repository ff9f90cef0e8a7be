import { createHash } from "node:crypto";
import { ApiError } from "./api-error.ts";
import { type PromptBlock, promptBlocks } from "./count-tokens.ts";
import type { MessagesRequest } from "./messages-request.ts";

/** As the API tells it: `input_tokens` are only those that were neither read from the cache nor written to it. */
export interface InputUsage {
  readonly input_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly cache_creation_input_tokens: number;
}

const usualLifetimeMilliseconds = 5 * 60_000;
/** As the newest models have it. */
const usualMinTokens = 512;
/** So far before a breakpoint an earlier one is looked for. */
const lookBackBlocks = 20;

const maxBreakpoints = 4;

interface Prefix {
  readonly key: string;
  /** Up to and with its last block. */
  readonly tokens: number;
  readonly isBreakpoint: boolean;
}

/**
 * The service's cache of prompts, as its page "Prompt caching" describes it: what stands before a breakpoint is kept for
 * five minutes from its last use, and found again by a request that begins with exactly the same.
 */
export class PromptCache {
  /** The one that was used longest ago first. */
  private readonly expiries = new Map<string, number>();
  private readonly now: () => number;
  private readonly minTokens: number;
  private readonly lifetimeMilliseconds: number;

  /** `now` in milliseconds. A beginning of fewer tokens than `minTokens` is not kept, and nothing says so. */
  constructor(
    now: () => number,
    minTokens = usualMinTokens,
    lifetimeMilliseconds = usualLifetimeMilliseconds,
  ) {
    this.now = now;
    this.minTokens = minTokens;
    this.lifetimeMilliseconds = lifetimeMilliseconds;
  }

  /**
   * What of the request is read from the cache; what it marks is in the cache afterwards.
   * @throws ApiError when it marks too much
   */
  use(request: MessagesRequest): InputUsage {
    this.forgetExpired();
    const prefixes = prefixesOf(request);
    checkBreakpoints(prefixes);
    const total = prefixes.at(-1)?.tokens ?? 0;
    const marked = prefixes.flatMap((prefix, index) =>
      prefix.isBreakpoint && prefix.tokens >= this.minTokens ? [index] : [],
    );
    const found = marked.flatMap((index) => this.findBefore(prefixes, index) ?? []);
    const read = Math.max(0, ...found.map(({ tokens }) => tokens));
    const kept = marked.flatMap((index) => prefixes[index] ?? []);
    for (const { key } of [...found, ...kept]) this.keep(key);
    const written = Math.max(read, ...kept.map(({ tokens }) => tokens)) - read;
    return {
      input_tokens: total - read - written,
      cache_read_input_tokens: read,
      cache_creation_input_tokens: written,
    };
  }

  private findBefore(prefixes: readonly Prefix[], index: number): Prefix | undefined {
    return prefixes
      .slice(Math.max(0, index - lookBackBlocks), index + 1)
      .findLast(({ key }) => this.expiries.has(key));
  }

  private keep(key: string): void {
    this.expiries.delete(key);
    this.expiries.set(key, this.now() + this.lifetimeMilliseconds);
  }

  private forgetExpired(): void {
    const now = this.now();
    for (const [key, expiry] of this.expiries) {
      if (expiry > now) return;
      this.expiries.delete(key);
    }
  }
}

function checkBreakpoints(prefixes: readonly Prefix[]): void {
  const found = prefixes.filter((prefix) => prefix.isBreakpoint).length;
  if (found <= maxBreakpoints) return;
  throw new ApiError(
    "invalid_request_error",
    `A maximum of ${maxBreakpoints} blocks with cache_control may be provided. Found ${found}.`,
  );
}

/** What changes how every message is read, though it stands nowhere among them. */
const messageSettings = (request: MessagesRequest, blocks: readonly PromptBlock[]): string =>
  JSON.stringify([
    request.tool_choice,
    request.thinking,
    blocks.some(({ content }) => content.startsWith('user{"type":"image"')),
  ]);

function prefixesOf(request: MessagesRequest): readonly Prefix[] {
  const blocks = promptBlocks(request);
  const settings = messageSettings(request, blocks);
  let [key, tokens] = [request.model, 0];
  return blocks.map((block) => {
    const before = block.in === "messages" ? `${key}${settings}` : key;
    key = createHash("sha256").update(`${before}\n${block.in}\n${block.content}`).digest("base64");
    tokens += block.tokens;
    return { key, tokens, isBreakpoint: block.isBreakpoint };
  });
}
