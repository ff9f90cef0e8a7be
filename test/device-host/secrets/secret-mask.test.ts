import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shellLine } from "#device-host/adb/quote.ts";
import { foldText } from "#device-host/observe/text/folded-text.ts";
import { SecretMask } from "#device-host/secrets/secret-mask.ts";

const quoted = (text: string): string => shellLine([text]);
const maskOf = (value: string) => new SecretMask(new Map([["s", value]]));
const reference = "{{secret:s}}";
const secrets = new SecretMask(
  new Map([
    ["shop", "correct horse/7"],
    ["card", "4111111111111111"],
    ["pin", "47"],
    ["long", "correct horse/7 battery"],
  ]),
);

describe("a text in which secrets are masked", () => {
  it.each([
    ["Signed in with correct horse/7.", "Signed in with {{secret:shop}}."],
    ["CORRECT  Horse/7", "{{secret:shop}}"],
    ["correct horse/7 battery", "{{secret:long}}"],
    ["4111 1111 1111 1111 and 4111-1111-1111-1111", "{{secret:card}} and {{secret:card}}"],
    [
      "https://x/?q=correct%20horse%2F7&r=correct+horse%2F7",
      "https://x/?q={{secret:shop}}&r={{secret:shop}}",
    ],
    ["PIN 47, at 18:470, 1447", "PIN {{secret:pin}}, at 18:470, 1447"],
    ["nothing of it", "nothing of it"],
    ["masked already: {{secret:long}}", "masked already: {{secret:long}}"],
  ])("%s", (text, masked) => {
    expect(secrets.text(text)).toBe(masked);
  });

  it.each([
    ["a telephone number with brackets", "555-867-5309", "(555) 867-5309", `(${reference}`],
    ["a telephone number with its country", "5558675309", "+1 555-867-5309", `+1 ${reference}`],
    ["a telephone number with dots", "555-867-5309", "555.867.5309", reference],
    ["a telephone number without signs", "+1 (555) 867-5309", "15558675309", reference],
    ["a number with commas", "1234567", "$1,234,567.00", `$${reference}.00`],
    ["a number with apostrophes", "1234567", "1’234’567", reference],
    ["a number with narrow spaces", "1234567", "1\u202f234\u202f567", reference],
    ["a number in another script", "1234567", "١٬٢٣٤٬٥٦٧", reference],
    ["an IBAN in groups", "DE89370400440532013000", "DE89 3704 0044 0532 0130 00", reference],
    ["an IBAN without its groups", "DE89 3704 0044 0532 0130 00", "de89370400440532013000", reference],
    ["full width", "Tr0ub4dor", "Ｔｒ０ｕｂ４ｄｏｒ", reference],
    ["full width of a short one", "0815", "PIN ０８１５", `PIN ${reference}`],
    ["letters of mathematics", "Tr0ub4dor", "𝐓𝐫𝟎𝐮𝐛𝟒𝐝𝐨𝐫", reference],
    ["soft hyphens", "Tr0ub4dor", "Tr0\u00adub4\u00addor", reference],
    ["spaces of no width", "Tr0ub4dor", "T\u200br\u200b0\u200bu\u200bb\u200b4\u200bdor", reference],
    ["a mark of direction", "Tr0ub4dor", "Tr0\u2066ub4\u2069dor", reference],
    ["a character that fills a place", "Tr0ub4dor", "Tr0\u3164ub4dor", reference],
    ["accents of their own", "Zoë Ström-é", "Zoe\u0308 Stro\u0308m-e\u0301", reference],
    ["accents of one piece", "Zoe\u0308 Stro\u0308m-e\u0301", "Zoë Ström-é", reference],
    ["no accents", "Zoë Ström", "Zoe Strom", reference],
    ["curly quotes", "O'Brien's", "O’Brien’s", reference],
    ["a letter as quote", "O'Brien's", "OʼBrienʼs", reference],
    ["capitals of another length", "Straße 17", "STRASSE 17", reference],
    ["letters set apart", "hunter2", "h u n t e r 2", reference],
    ["signs between", "hunter2", "h.u.n.t.e.r.2", reference],
    ["line feeds", "hunter2 & Co", "hunter2\n&\nCo", reference],
    ["all but its last letter", "hunter2 & Co", "hunter2 & C", reference],
    ["all but its first letters", "hunter2 & Co", "ter2 & Co!", `${reference}!`],
    [
      "another in its middle",
      "correct horse",
      "correXct horse",
      "correXct horse".replace("corre", reference).replace("ct horse", reference),
    ],
    ["signs, for the most part", "a@b#c!d%", "A@B#c!d%", reference],
    ["signs, all but its last character", "a!b@c#d$%^", "is a!b@c#d$% now", `is ${reference} now`],
    ["signs, all but its first", "p@$$w!!", "@$$w!!", reference],
    ["signs and spaces, all but its last", "p@$$w!!", "p @ $ $ w !", reference],
    ["signs, full width, all but its last", "p@$$w!!", "ｐ＠＄＄ｗ！", reference],
    ["signs alone", "!!??##$$%%", "say !!??##$$%%", `say ${reference}`],
  ])("loses a value that is written with %s", (_, value, text, masked) => {
    expect(maskOf(value).text(text)).toBe(masked);
  });

  it.each([
    ["four characters of a value", "hunter2", "hunt or hunts"],
    ["a time that reads like a PIN", "0815", "at 08:15"],
    ["a part of a short one", "0815", "081 and 815"],
    ["a short one within a word", "47", "x47 and 470"],
    ["other numbers", "5558675309", "555 8 and 309, 2026-11-21"],
  ])("keeps %s", (_, value, text) => {
    expect(maskOf(value).text(text)).toBe(text);
  });

  it("never holds five letters or digits in a row of a value, however it is written and edited", () => {
    const separator = fc.constantFrom("", "", "", " ", "-", "\u00ad", "\u200b", "’", ")(", "\u202f");
    const form = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => text.normalize("NFD"),
      (text: string) =>
        text.replace(/[!-~]/g, (each) => String.fromCodePoint((each.codePointAt(0) ?? 0) + 0xfee0)),
    );
    const value = fc.stringMatching(/^[a-z0-9äé]{5,30}$/);
    const edit = fc.tuple(fc.nat(30), fc.constantFrom("insert", "delete", "none"));
    fc.assert(
      fc.property(
        value,
        form,
        fc.array(separator, { minLength: 1 }),
        edit,
        (secret, written, signs, [at, way]) => {
          const place = at % secret.length;
          const edited =
            way === "none"
              ? secret
              : `${secret.slice(0, place)}${way === "insert" ? "+" : ""}${secret.slice(place + 1)}`;
          const text = [...written(edited)]
            .map((each, index) => each + (signs[index % signs.length] ?? ""))
            .join("");
          const masked = maskOf(secret).text(`<${text}>`).replaceAll(reference, "|");
          const left = masked
            .normalize("NFKC")
            .toLowerCase()
            .replace(/[^\p{L}\p{N}|]/gu, "")
            .split("|");
          for (const rest of left)
            for (let from = 0; from + 5 <= rest.length; from += 1)
              expect(secret).not.toContain(rest.slice(from, from + 5));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("never holds five characters in a row of a value, signs too, wherever one was put in or taken out", () => {
    const value = fc.stringMatching(/^[!-z~]{6,20}$/);
    const gap = fc.constantFrom("", "", " ", "\u00ad", "\u200b", "\u202f");
    fc.assert(
      fc.property(
        value,
        fc.array(gap, { minLength: 1 }),
        fc.nat(),
        fc.boolean(),
        (secret, gaps, at, isPut) => {
          const place = at % secret.length;
          const edited = `${secret.slice(0, place)}${isPut ? "é" : ""}${secret.slice(place + 1)}`;
          const text = [...edited].map((each, index) => each + gaps[index % gaps.length]).join("");
          const left = maskOf(secret).text(`{${text}}`).replaceAll(reference, "|").split("|");
          for (const rest of left.map((one) => one.toLowerCase().replace(/[\s\u00ad\u200b]/g, "")))
            for (let from = 0; from + 5 <= rest.length; from += 1)
              expect(secret.toLowerCase()).not.toContain(rest.slice(from, from + 5));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("never holds a value, whatever it is and wherever it stands, and says the rest as it was", () => {
    const secret = fc.string({ minLength: 4, unit: "grapheme" });
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (value, before, after) => {
        // As it is compared: shorter ones count only where they stand alone.
        const { length } = foldText(value.trim(), "visible").text;
        fc.pre(length >= 4 && !reference.includes(value.toLowerCase()));
        const text = `${before}${value.trim()}${after}`;
        const masked = maskOf(value).text(text);
        expect(masked.replaceAll(reference, "")).not.toContain(value.trim());
        const kept = masked.split(reference);
        expect(text.startsWith(kept[0] ?? "") && text.endsWith(kept.at(-1) ?? "")).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it("is as it was where nothing of a value stands in it", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-m]{5,20}$/),
        fc.array(fc.stringMatching(/^[n-z0-9 .,:/()-]*$/)),
        (value, texts) => {
          expect(
            maskOf(value)
              .texts(texts)
              .map(({ text }) => text),
          ).toEqual(texts);
        },
      ),
    );
  });
});

describe("texts that stand one after the other", () => {
  const texts = (value: string, ...all: readonly string[]) =>
    maskOf(value)
      .texts(all)
      .map(({ text }) => text);

  it("lose a value that is spread over them", () => {
    expect(texts("sk-live-abcdef-123", "Key:", "sk-live-abc", "def-123", "Copy")).toEqual([
      "Key:",
      reference,
      reference,
      "Copy",
    ]);
    expect(texts("4111111111111111", "4111", "1111", "1111", "111")).toEqual(Array(4).fill(reference));
  });

  it("lose a short one only in boxes of one character each", () => {
    expect(texts("0815", "08", "15")).toEqual(["08", "15"]);
    expect(texts("0815", "PIN", "0", "8", "1", "5")).toEqual(["PIN", ...Array(4).fill(reference)]);
  });

  it("keep the keys of a keypad", () => {
    for (const value of ["1234", "123456", "qwerty"]) {
      const keypad = [..."1234567890", ..."qwertyuiop"];
      expect(texts(value, ...keypad)).toEqual(keypad);
    }
  });

  it("are masked in time that grows with them alone", () => {
    const values = Array.from(
      { length: 20 },
      (_, index) => [`s${index}`, `${index}-tr0ub4dor-${index * 7919}`] as const,
    );
    const mask = new SecretMask(new Map(values));
    const cpuOf = (count: number): number => {
      const rows = Array.from(
        { length: count },
        (_, index) => `Row ${index}, ${index * 7_919} of ${index % 60}`,
      );
      const before = process.cpuUsage();
      mask.texts(rows);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    cpuOf(5_000);
    const [some, many] = [cpuOf(10_000), cpuOf(50_000)];
    expect(many / some).toBeLessThan(20);
  });
});

describe("a command line in which secrets are masked", () => {
  const command = (text: string, value: string) => maskOf(value).command(text);
  const value = "O'Neill-4711";

  it("tells the rest of it where a value stands as it is", () => {
    expect(command("content query --where 'a = correct-1'", "correct-1")).toBe(
      `content query --where 'a = ${reference}'`,
    );
  });

  it("is not told at all where quoting stands in the value", () => {
    const forSql = value.replaceAll("'", "''");
    for (const text of [`a = '${forSql}'`, quoted(value), quoted(`a = '${forSql}'`), quoted(quoted(value))])
      expect(command(`content query --where ${text}`, value)).toBe(`[a command with ${reference}]`);
  });

  it("is told where it holds none", () => {
    expect(command("uiautomator dump", value)).toBe("uiautomator dump");
  });
});
