import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shellLine } from "#device-host/adb/quote.ts";
import { secretReference } from "#shared/contracts/secret.ts";
import { maskSecrets, maskSecretsInCommand, maskSecretsInXml } from "#shared/domain/secret-mask.ts";

const quoted = (text: string): string => shellLine([text]);
const secrets = new Map([
  ["shop", "correct horse/7"],
  ["card", "4111111111111111"],
  ["pin", "47"],
  ["long", "correct horse/7 battery"],
]);
const mask = (text: string) => maskSecrets(text, secrets, secretReference);

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
  ])("%s", (text, masked) => {
    expect(mask(text)).toBe(masked);
  });

  it("never holds a value, whatever it is and wherever it stands", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 4, unit: "grapheme" }),
        fc.string(),
        fc.string(),
        (value, before, after) => {
          fc.pre(value.trim().length >= 4 && !"{{secret:s}}".includes(value.toLowerCase()));
          const masked = maskSecrets(`${before}${value}${after}`, new Map([["s", value]]), () => "#");
          expect(masked.includes(value)).toBe(`${before}#${after}`.includes(value));
        },
      ),
    );
  });
});

it("masks the attributes of a hierarchy, however they are escaped, and leaves the rest as it was", () => {
  const values = new Map([["s", 'a<b&"c']]);
  const xml = `<node text="it is a&lt;b&amp;&quot;c" content-desc="a&#60;b&#x26;&#34;c" bounds="[0,0][1,1]" class="A&amp;B" />`;
  expect(maskSecretsInXml(xml, values, secretReference)).toBe(
    `<node text="it is {{secret:s}}" content-desc="{{secret:s}}" bounds="[0,0][1,1]" class="A&amp;B" />`,
  );
});

describe("a command line in which secrets are masked", () => {
  const command = (text: string, value: string) =>
    maskSecretsInCommand(text, new Map([["name", value]]), secretReference);
  const value = "O'Neill-4711";

  it("tells the rest of it where a value stands as it is", () => {
    expect(command("content query --where 'a = correct-1'", "correct-1")).toBe(
      "content query --where 'a = {{secret:name}}'",
    );
  });

  it("is not told at all where quoting stands in the value", () => {
    const forSql = value.replaceAll("'", "''");
    for (const text of [`a = '${forSql}'`, quoted(value), quoted(`a = '${forSql}'`), quoted(quoted(value))])
      expect(command(`content query --where ${text}`, value)).toBe("[a command with {{secret:name}}]");
  });

  it("is told where it holds none", () => {
    expect(command("uiautomator dump", value)).toBe("uiautomator dump");
  });
});
