import { describe, expect, it } from "vitest";
import type { MessagesRequest } from "../src/messages-request.ts";
import { PromptCache } from "../src/prompt-cache.ts";

const marked = { cache_control: { type: "ephemeral" } } as const;
/** A text of so many tokens that begins with its name. */
const text = (name: string, tokens: number, rest = {}) => ({
  type: "text" as const,
  text: name.padEnd(tokens * 4, "."),
  ...rest,
});
type Content = Exclude<MessagesRequest["messages"][number]["content"], string>;
const request = (content: Content, rest: Partial<MessagesRequest> = {}): MessagesRequest => ({
  model: "practice-1",
  max_tokens: 100,
  system: [text("rules", 600, marked)],
  messages: [{ role: "user", content }],
  ...rest,
});

function newCache() {
  let now = 0;
  const cache = new PromptCache(() => now);
  const use = (...given: Parameters<typeof request>) => {
    const usage = cache.use(request(...given));
    return [usage.cache_read_input_tokens, usage.cache_creation_input_tokens, usage.input_tokens];
  };
  const pass = (minutes: number): void => {
    now += minutes * 60_000;
  };
  return { use, pass };
}

describe("the cache of prompts", () => {
  it("writes up to the last breakpoint, then reads it and writes what was added", () => {
    const { use } = newCache();
    expect(use([text("one", 50, marked), text("screen 1", 30)])).toEqual([0, 650, 30]);
    expect(use([text("one", 50), text("two", 40, marked), text("screen 2", 20)])).toEqual([650, 40, 20]);
  });

  it("finds no more than what is the same from the beginning on", () => {
    const { use } = newCache();
    use([text("one", 50, marked)]);
    expect(use([text("other", 50, marked)])).toEqual([600, 50, 0]);
    expect(use([text("one", 50, marked)], { system: [text("new rules", 600, marked)] })).toEqual([0, 650, 0]);
    expect(
      use([text("one", 50, marked)], { tools: [{ name: "a", input_schema: { type: "object" } }] })[0],
    ).toBe(0);
  });

  it("forgets after five minutes without use, and each use keeps it", () => {
    const { use, pass } = newCache();
    use([text("one", 50)]);
    pass(4);
    expect(use([text("two", 50)])[0]).toBe(600);
    pass(4);
    expect(use([text("three", 50)])[0]).toBe(600);
    pass(5);
    expect(use([text("four", 50)])[0]).toBe(0);
  });

  it("keeps no beginning that is too short", () => {
    const { use } = newCache();
    const system = [text("rules", 400, marked)];
    expect(use([text("one", 50)], { system })).toEqual([0, 0, 450]);
    expect(use([text("one", 50)], { system })).toEqual([0, 0, 450]);
  });

  it("looks twenty blocks back from a breakpoint and no further", () => {
    const readAfter = (count: number): number | undefined => {
      const { use } = newCache();
      const between = Array.from({ length: count }, (_, at) => text(`block ${at}`, 10));
      use([text("task", 100, marked)]);
      const system = [text("rules", 600)];
      return use([text("task", 100), ...between, text("end", 10, marked)], { system })[0];
    };
    expect([readAfter(19), readAfter(20)]).toEqual([700, 0]);
  });

  it("reads messages anew when pictures come or go, and keeps tools and system", () => {
    const { use } = newCache();
    const picture = {
      type: "image",
      source: { type: "base64", media_type: "image/png", data: "AAAA" },
    } as const;
    use([text("one", 50, marked)]);
    expect(use([text("one", 50, marked), picture])[0]).toBe(600);
  });

  it("refuses a fifth breakpoint in the service's words", () => {
    const { use } = newCache();
    expect(() => use([1, 2, 3, 4].map((at) => text(`block ${at}`, 50, marked)))).toThrow(
      "A maximum of 4 blocks with cache_control may be provided. Found 5.",
    );
  });
});
