import { describe, expect, it } from "vitest";
import { redact, withoutTypedText } from "#shared/rules/redact.ts";

describe("what is kept for a reader of logs and debug records", () => {
  it("has no value of a field that is named as a secret, and the rest as it was", () => {
    const value = {
      authorization: "Bearer x",
      list: [{ apiKey: "k", taskToken: "t" }],
      tokens: 7,
      usage: null,
    };
    expect(redact(value)).toEqual({
      authorization: "[secret]",
      list: [{ apiKey: "[secret]", taskToken: "[secret]" }],
      tokens: 7,
      usage: null,
    });
  });

  it("has no secret of the task, none of a known form and no marker, wherever they occur", () => {
    const value = { said: ["I type hunter2", "key sk-0123456789abcdefgh", "--- 4f7a begin ---"] };
    expect(redact(value, { source: "Log in with password hunter2", marker: "4f7a" })).toEqual({
      said: ["I type [secret]", "key [secret]", "--- [marker] begin ---"],
    });
  });

  it("has neither pictures nor bytes, and is bounded in length and depth", () => {
    let deep: unknown = "bottom";
    for (let level = 0; level < 100; level += 1) deep = { deep };
    const text = JSON.stringify(
      redact(
        { image: "A".repeat(5_000), bytes: Buffer.alloc(9), long: "a b ".repeat(1_000), deep },
        { maximumText: 100 },
      ),
    );
    expect(text).toContain("[5000 encoded characters]");
    expect(text).toContain("[9 bytes]");
    expect(text).toContain("… [3900 more characters]");
    expect(text).toContain("[too deep]");
  });

  it.each([
    ["shell:( input text hunter2 ); echo done", "shell:( input text [7 characters] ); echo done"],
    [
      `( input text 'it'\\''s%sme' ); ( input keyevent 66 )`,
      "( input text [13 characters] ); ( input keyevent 66 )",
    ],
    [
      "am broadcast -a ADB_INPUT_B64 --es msg aHVudGVyMg==",
      "am broadcast -a ADB_INPUT_B64 --es msg [12 characters]",
    ],
    ["am broadcast -a clipper.set -e text 'a b'", "am broadcast -a clipper.set -e text [5 characters]"],
    ["input tap 5 7", "input tap 5 7"],
  ])("tells of typing only its length: %s", (line, shown) => {
    expect(withoutTypedText(line)).toBe(shown);
  });
});
