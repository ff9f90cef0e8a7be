import type { ElementView } from "../prompt/prompt-view.ts";
import { inOneTurn, type Outcome, stuck } from "./skill.ts";

/** Presses the keys of all digits in one turn: they stay where they are meanwhile. Undefined: there are no digits. */
export function pressKeys(
  digits: string,
  keyOf: (digit: string) => ElementView | undefined,
): Outcome | undefined {
  const keys = [...digits].map((digit) => ({ digit, key: keyOf(digit) }));
  const missing = keys.find(({ key }) => key === undefined);
  if (missing !== undefined) return stuck(`there is no key ${missing.digit}`);
  return inOneTurn(
    keys.map(({ digit, key }) => ({
      action: { action: "tap", element: key?.id },
      thought: `I press ${digit}.`,
    })),
  );
}
