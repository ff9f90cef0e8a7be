import type { Goal } from "./goal.ts";
import { takeDuration } from "./words/read-duration.ts";
import { isSpent, words } from "./words/remainder.ts";

const screen = "(?:the|my|its)\\s+(?:screen|display|picture)";
const wish = "(?:i(?:'d| would) like\\s+|i want\\s+|let\\s+|make\\s+|have\\s+|set\\s+)?";

/** What a setting does, for those who say that in place of its name. */
const effects: readonly (readonly [effect: RegExp, goal: Goal])[] = [
  [
    new RegExp(
      `^${wish}${screen}\\s+(?:should\\s+|to\\s+|must\\s+)?(?:turn|rotate|flip)s?(?:\\s+(?:round|around))?\\s+(?:with\\s+the\\s+(?:phone|device)|by\\s+itself|automatically|on\\s+its\\s+own|when\\s+I\\s+(?:turn|tilt)\\s+.+)$`,
      "i",
    ),
    { kind: "toggle", name: "Auto-rotate screen", on: true },
  ],
  [
    new RegExp(
      `^(?:stop|prevent|keep)\\s+${screen}\\s+from\\s+(?:rotating|turning|flipping)$|^(?:don't|do not)\\s+let\\s+${screen}\\s+(?:rotate|turn|flip)$|^lock\\s+(?:the\\s+)?(?:screen\\s+)?(?:orientation|rotation)$`,
      "i",
    ),
    { kind: "toggle", name: "Auto-rotate screen", on: false },
  ],
  [
    new RegExp(`^(?:make|turn|set)\\s+${screen}\\s+(?:as\\s+bright\\s+as\\s+(?:possible|it\\s+gets))$`, "i"),
    { kind: "slide", name: "Brightness level", percent: 100 },
  ],
  [
    new RegExp(
      `^(?:make|turn|set)\\s+${screen}\\s+(?:as\\s+(?:dark|dim)\\s+as\\s+(?:possible|it\\s+gets))$`,
      "i",
    ),
    { kind: "slide", name: "Brightness level", percent: 0 },
  ],
  [
    /^(?:make|have|let)\s+(?:the|my|this)\s+(?:phone|device)\s+(?:save|use less)\s+(?:power|battery)$/i,
    { kind: "toggle", name: "Battery Saver", on: true },
  ],
];

const staysOn = new RegExp(
  `^(?:keep|leave|let|have)\\s+${screen}\\s+(?:stay\\s+)?(?:on|lit|awake)\\s+for\\s+(?<value>.+?)(?:\\s+before\\s+it\\s+.+)?$`,
  "i",
);

const sleeps = new RegExp(
  `^${wish}${screen}\\s+(?:should\\s+|to\\s+|must\\s+)?(?:only\\s+)?(?:(?:go|turn|switch|time|fall)\\s+(?:itself\\s+)?(?:off|out|dark|black|to\\s+sleep|asleep)|sleep)\\s+(?:only\\s+)?after\\s+(?<value>.+)$`,
  "i",
);

function asChoice(seconds: number): string {
  const [count, unit] = seconds % 60 === 0 ? [seconds / 60, "minute"] : [seconds, "second"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** A wish for what a setting does, without its name. */
export function readWish(clause: string): Goal | undefined {
  const found = effects.find(([effect]) => effect.test(clause))?.[1];
  if (found !== undefined) return found;
  const delay = takeDuration((sleeps.exec(clause) ?? staysOn.exec(clause))?.groups?.value ?? "");
  return delay !== undefined && isSpent(delay.rest, words("of inactivity without use"))
    ? { kind: "choose", name: "Screen timeout", value: asChoice(delay.seconds) }
    : undefined;
}
