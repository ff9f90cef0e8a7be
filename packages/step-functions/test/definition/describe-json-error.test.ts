import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeJsonError } from "../../src/definition/describe-json-error.ts";

const values = "(JSON String, Number, Array, Object or token 'null', 'true' or 'false')";

const errorOf = (text: string) => {
  try {
    JSON.parse(text);
  } catch (error) {
    return describeJsonError(text, error);
  }
  throw new Error(`${text} is JSON`);
};

describe("what is wrong with a text that is no JSON", () => {
  it.for([
    ["hello there", `Unrecognized token 'hello': was expecting ${values}`],
    ["{'a':1}", "Unexpected character (''' (code 39)): was expecting double-quote to start field name"],
    ['{"a":,}', `Unexpected character (',' (code 44)): expected a valid value ${values}`],
    [
      '{"a" 1}',
      "Unexpected character ('1' (code 49)): was expecting a colon to separate field name and value",
    ],
    [
      '{"a":1 "b":2}',
      "Unexpected character ('\"' (code 34)): was expecting comma to separate Object entries",
    ],
    ["[1 2]", "Unexpected character ('2' (code 50)): was expecting comma to separate Array entries"],
    ['{"a":1,}', "Unexpected character ('}' (code 125)): was expecting double-quote to start field name"],
    ['{"a":[1', "Unexpected end-of-input: expected close marker for Array"],
  ] as const)("%s", ([text, message]) => {
    expect(errorOf(text).message).toBe(message);
  });

  it("names the place after what it stumbled over, in lines and columns", () => {
    expect(errorOf("nope").location).toBe('[Source: (String)"nope"; line: 1, column: 5]');
    expect(errorOf('{\n "a": x }').location).toMatch(/line: 2, column: 8\]$/);
  });

  it("shows no more than the beginning of a long text", () => {
    const text = `[${" ".repeat(600)}`;
    expect(errorOf(text).location).toContain('"[truncated 101 chars]; line: 1');
  });

  it("says something about every text", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((json) => json.slice(0, -1)),
        ),
        (text) => {
          try {
            JSON.parse(text);
          } catch (error) {
            expect(describeJsonError(text, error).message).not.toBe("");
          }
        },
      ),
    );
  });
});
