import type { InputDispatcher } from "../../system/device.ts";
import { WebDriverError } from "./web-driver-error.ts";

/** WebDriver's keys (https://www.w3.org/TR/webdriver2/#keyboard-actions) as Android's. */
export const namedKeys: ReadonlyMap<string, { readonly code: number; readonly isModifier?: boolean }> =
  new Map([
    ["\uE003", { code: 67 }],
    ["\uE004", { code: 61 }],
    ["\uE006", { code: 66 }],
    ["\uE007", { code: 66 }],
    ["\uE008", { code: 59, isModifier: true }],
    ["\uE009", { code: 113, isModifier: true }],
    ["\uE00A", { code: 57, isModifier: true }],
    ["\uE00C", { code: 111 }],
    ["\uE00D", { code: 62 }],
    ["\uE010", { code: 123 }],
    ["\uE011", { code: 122 }],
    ["\uE012", { code: 21 }],
    ["\uE013", { code: 19 }],
    ["\uE014", { code: 22 }],
    ["\uE015", { code: 20 }],
    ["\uE017", { code: 112 }],
  ]);

const letterA = 29;

/** @throws WebDriverError for a character that no key of Android's virtual keyboard makes */
export async function characterKey(
  character: string,
  held: readonly number[],
  input: InputDispatcher,
): Promise<void> {
  const letter = /^[a-z]$/.exec(character.toLowerCase());
  if (letter !== null && held.some((code) => code !== 59)) {
    const code = letterA + character.toLowerCase().charCodeAt(0) - "a".charCodeAt(0);
    return input.keyevent(code, { metaKeys: held });
  }
  if (!/^[ -~]$/.test(character))
    throw new WebDriverError("invalid argument", `No key makes the character '${character}'`);
  await input.text(held.includes(59) ? character.toUpperCase() : character);
}
