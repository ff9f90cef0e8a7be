import { describe, expect, it } from "vitest";
import { etagOf } from "#api/http/etag.ts";

const now = new Date("2026-01-01T00:00:00Z");
const tag = (body: unknown, at = now): string => etagOf(JSON.stringify(body), at);
const later = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);

describe("an ETag", () => {
  it("is another one for another body", () => {
    expect(tag({ items: [1] })).not.toBe(tag({ items: [2] }));
    expect(tag({ items: [1] })).toBe(tag({ items: [1] }, later(3_600_000)));
  });

  it("is the same for links signed anew, until they would be over", () => {
    const linked = (signature: string, path = "a") => ({
      items: [{ links: { tree: `http://h/${path}?sig=${signature}`, shot: `http://h/b?sig=${signature}` } }],
    });
    expect(tag(linked("1"))).toBe(tag(linked("2"), later(1_000)));
    expect(tag(linked("1"))).not.toBe(tag(linked("1", "c")));
    expect(tag(linked("1"))).not.toBe(tag(linked("1"), later(120_000)));
  });

  it("takes a text that looks like links for a text", () => {
    const said = (text: string) => ({ task: `say "links":{"a":"b?${text}"}` });
    expect(tag(said("1"))).not.toBe(tag(said("2")));
  });
});
