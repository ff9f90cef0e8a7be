import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCall } from "#agent/replies/call-grammar.ts";
import { readPoint } from "#agent/replies/read-point.ts";
import { tagged } from "#agent/replies/tagged-text.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { anyCharacter } from "../../any-character.ts";
import { cpuMilliseconds } from "../../cpu-time.ts";

const read = (text: string) => parseCall(text).call;

describe("a call in a model's reply", () => {
  it.each([
    ["click(start_box='(177,549)')", "click", { start_box: "(177,549)" }],
    [
      "click(start_box='<|box_start|>(112,224)<|box_end|>')",
      "click",
      { start_box: "<|box_start|>(112,224)<|box_end|>" },
    ],
    ["click(point='<point>200 300</point>')", "click", { point: "<point>200 300</point>" }],
    ["click(point=<point>200 300</point>)", "click", { point: "<point>200 300</point>" }],
    ['do(action="Tap", element=[499,182])', "do", { action: "Tap", element: [499, 182] }],
    ["do(action='Swipe', start=[1, 2], end=[3, 4])", "do", { action: "Swipe", start: [1, 2], end: [3, 4] }],
    ["Click(box=(868, 487))", "Click", { box: [868, 487] }],
    ["PressBack()", "PressBack", {}],
    [" wait( ) ", "wait", {}],
    ["scroll(direction=down, fast=True, more=None)", "scroll", { direction: "down", fast: true, more: null }],
    ["do(action='Wait', duration=-1.5)", "do", { action: "Wait", duration: -1.5 }],
    // A last bracket that is missing
    ["click(start_box='(1,2)'", "click", { start_box: "(1,2)" }],
  ])("%s", (text, name, parameters) => {
    expect(read(text)).toEqual({ name, parameters });
  });

  it.each([
    ["an escaped quote", String.raw`type(content='it\'s')`, "it's"],
    ["a quote that nobody escaped", "type(content='it's me')", "it's me"],
    ["quoted words within quotes", 'type(content="say "hi", then go")', 'say "hi", then go'],
    ["a bracket behind a quote", "type(content='a smile :') here')", "a smile :') here"],
    ["escaped and real line breaks", "type(content='a\\nb\nc')", "a\nb\nc"],
    ["an unknown escape as it is", String.raw`type(content='C:\docs')`, String.raw`C:\docs`],
    ["an empty text", "type(content='')", ""],
    ["commas and equal signs", "type(content='a, b = c')", "a, b = c"],
  ])("keeps %s in a text", (_, text, content) => {
    expect(read(text).parameters).toEqual({ content });
  });

  it("leaves what comes after it", () => {
    expect(parseCall("press_home()\n\nwait()").rest).toBe("\n\nwait()");
    expect(parseCall("click(start_box='(1,2)') I tapped it.").rest).toBe(" I tapped it.");
  });

  it.each([
    ["", "a call"],
    ["I would tap.", "'('"],
    ["click", "'('"],
    ["click(", "a parameter's name"],
    ["click('(1,2)')", "a parameter's name"],
    ["click(point='(1,2)", "a closing '"],
    ["click(point=[1,2)", "','"],
    ["click(point=[[[[[1]]]]])", "fewer brackets"],
    ["click(point=)", "a value"],
    ["click(point=1 2)", "','"],
  ])("says where %j cannot be read", (text, wanted) => {
    expect(() => parseCall(text)).toThrow(
      expect.objectContaining({ code: "ValidationError", message: expect.stringContaining(wanted) }),
    );
  });

  const onlyOurErrors = (run: () => unknown): void => {
    try {
      run();
    } catch (error) {
      expect(error).toBeInstanceOf(DroverError);
    }
  };

  it("throws nothing but our own errors, whatever it is given", () => {
    const pieces = fc.constantFrom(
      "click",
      "(",
      ")",
      "[",
      "]",
      "'",
      '"',
      ",",
      "=",
      "\\",
      "1",
      " ",
      "\n",
      "a",
      "<point>",
    );
    const texts = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.array(pieces).map((parts) => parts.join("")),
    );
    fc.assert(fc.property(texts, (text) => onlyOurErrors(() => parseCall(text))));
    fc.assert(fc.property(fc.anything(), (value) => onlyOurErrors(() => readPoint(value, "point"))));
  });

  it("gives back any text that is written with its escapes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (content) => {
        const escaped = content.replaceAll("\\", "\\\\").replaceAll("'", "\\'");
        expect(read(`type(content='${escaped}')`)).toEqual({ name: "type", parameters: { content } });
      }),
    );
  });

  it.each([
    ["open brackets", "click(point=", "["],
    ["open round brackets", "click", "("],
    ["quotes", "type(content='", "'"],
    ["quotes and commas", "type(content='", "', "],
    ["backslashes", "type(content='", "\\"],
    ["blanks", "type(", " "],
    ["digits", "type(a=", "1"],
    ["names", "", "a"],
    ["parameters", "type(a=1", ",a=1"],
    ["tags", "click(point=", "<point>"],
  ])("reads a megabyte of %s in linear time", (_, start, piece) => {
    const text = (length: number) => start + piece.repeat(length / piece.length);
    onlyOurErrors(() => parseCall(text(10_000)));
    const spent = cpuMilliseconds(() => onlyOurErrors(() => parseCall(text(1_000_000))));
    expect(spent).toBeLessThan(1_500);
  });
});

describe("a point in a model's reply", () => {
  it.each([
    ["(177,549)", [177, 549]],
    ["<|box_start|>(112, 224)<|box_end|>", [112, 224]],
    ["<point>200 300</point>", [200, 300]],
    ["<bbox>10 20 30 40</bbox>", [20, 30]],
    ["[10, 20, 30, 40]", [20, 30]],
    [
      [868, 487],
      [868, 487],
    ],
    [
      [
        [10, 20],
        [30, 40],
      ],
      [20, 30],
    ],
    ["-1.5 2", [-1.5, 2]],
  ])("%j", (value, point) => {
    expect(readPoint(value, "box")).toEqual(point);
  });

  it.each([undefined, null, "", "(1)", "(1,2,3)", "x=1, y=2", [1], ["1", "2"], [1, null], {}, 7])(
    "is not %j",
    (value) => {
      expect(() => readPoint(value, "box")).toThrow(
        expect.objectContaining({ code: "ValidationError", message: expect.stringContaining("'box'") }),
      );
    },
  );
});

describe("text between tags", () => {
  it("is told apart from what stands around it", () => {
    expect(tagged("a<b>c</b>d", "b")).toEqual({ before: "a", inside: "c", after: "d" });
    expect(tagged("a<b>c", "b")).toEqual({ before: "a", inside: "c", after: "" });
    expect(tagged("a", "b")).toBeUndefined();
  });
});
