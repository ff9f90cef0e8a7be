import fc from "fast-check";
import { expect, it } from "vitest";
import { readJsonBody } from "#shared/http/read-json-body.ts";
import { anyCharacter } from "../../any-character.ts";

const read = (body: string) => readJsonBody({ body, isBase64Encoded: false });

it("reads any JSON of moderate depth as it is", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const text = JSON.stringify(value);
      fc.pre(!text.includes('"__proto__"'));
      expect(read(text)).toEqual(JSON.parse(text));
      const body = Buffer.from(text).toString("base64");
      expect(readJsonBody({ body, isBase64Encoded: true })).toEqual(JSON.parse(text));
    }),
  );
});

it("says of any other text that it is not JSON, and nothing else goes wrong", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, minLength: 1 }), (text) => {
      try {
        JSON.parse(text);
      } catch {
        expect(() => read(text)).toThrow(expect.objectContaining({ name: "InvalidRequest" }));
      }
    }),
  );
});

it("refuses nesting that would exhaust a stack", () => {
  const text = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  expect(() => read(text)).toThrow(/nested deeper than 20/);
  expect(() => read("[".repeat(100_000))).toThrow(/is not JSON/);
});
