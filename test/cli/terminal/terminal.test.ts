import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cut, plain, safeJson } from "#cli/terminal/terminal.ts";
import { anyCharacter } from "../../any-character.ts";

const ciCommand = /::|##(?:vso|teamcity)?\[/i;
/** Everything that steers, hides or turns round; joiners are judged by a test of their own. */
const neverPrinted =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;
/** Texts made of what terminals and CI systems react to, in any order. */
const nasty = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ":",
        "::",
        "#",
        "##[",
        "##vso[",
        "##TeamCity[",
        "[",
        "vso",
        "error::",
        "\u001b[2J",
        "\u009b31m",
      ),
      fc.constantFrom(
        "\u200b",
        "\u200d",
        "\u202e",
        "\u00ad",
        "\u180e",
        "\u206a",
        "\u{e0041}",
        "\n",
        "\r",
        "\u2028",
        "\u0085",
      ),
      fc.string({ unit: anyCharacter, maxLength: 4 }),
    ),
  )
  .map((pieces) => pieces.join(""));

describe("plain", () => {
  it("takes the escape sequences out of text from a device, so that it cannot steer the terminal", () => {
    expect(plain("\u001b[2Jwiped\u0007 \u009b31mred")).toBe("[2Jwiped 31mred");
  });

  it.each([
    ["::error::forged", ": :error: :forged"],
    ["done ::set-output name=x::1", "done : :set-output name=x: :1"],
    ["ok ##[error]forged", "ok # #[error]forged"],
    ["x ##vso[task.complete]", "x # #vso[task.complete]"],
    ["##TeamCity[buildStatus]", "# #TeamCity[buildStatus]"],
    ["#\u200b#vso[x]", "# #vso[x]"],
  ])("breaks a command for a CI system wherever it stands: %j", (text, printed) => {
    expect(plain(text)).toBe(printed);
  });

  it.each(["👨‍👩‍👧", "می‌خواهم", "10:30", "# heading", "std: [a]", "ö 你好 😀"])(
    "prints %s as it is",
    (text) => {
      expect(plain(text)).toBe(text);
    },
  );

  it("lets no control, invisible or direction character and no CI command through, whatever the text", () => {
    fc.assert(
      fc.property(nasty, (text) => {
        expect(plain(text)).not.toMatch(neverPrinted);
        expect(plain(text)).not.toMatch(ciCommand);
        expect(plain(plain(text))).toBe(plain(text));
      }),
    );
  });
});

describe("safeJson", () => {
  it("escapes what a terminal or a reader would fall for, joiners included", () => {
    expect(safeJson({ a: "\u009b31m\u202e\u200d\u{e0041}" })).toBe(
      String.raw`{"a":"\u009b31m\u202e\u200d\udb40\udc41"}`,
    );
    expect(safeJson(["::error::", "x ##vso[y]"])).not.toMatch(ciCommand);
  });

  it("parses to the same value, whatever it is", () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ noUnicodeString: false }),
        nasty,
        fc.constantFrom(0, 2),
        (value, text, indent) => {
          const whole = { value, text, [text]: [text] };
          const printed = safeJson(whole, indent);
          expect(JSON.parse(printed)).toEqual(JSON.parse(JSON.stringify(whole)));
          expect(printed.replaceAll("\n", "")).not.toMatch(neverPrinted);
          expect(printed).not.toMatch(/[\u200c\u200d]/);
          expect(printed).not.toMatch(ciCommand);
        },
      ),
    );
  });
});

describe("cut", () => {
  it("marks what was cut and stays within the width", () => {
    expect(cut("abcdef", 4)).toBe("abc…");
    expect(cut("abcd", 4)).toBe("abcd");
  });

  it("never cuts a character in two", () => {
    expect(cut("ab👨‍👩‍👧 and more", 6)).toBe("ab…");
    expect(cut("a😀bc", 3)).toBe("a…");
  });
});
