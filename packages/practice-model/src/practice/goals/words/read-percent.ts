import { numberFromWord, numberPattern } from "./number-words.ts";

const extremes: readonly (readonly [pattern: RegExp, percent: number])[] = [
  [
    /^(?:(?:its|the) )?(?:max(?:imum)?|full|highest|brightest|loudest|top)(?: (?:level|volume|brightness|value|setting|possible))*$/i,
    100,
  ],
  [/^all the way up$/i, 100],
  [
    /^(?:(?:its|the) )?(?:min(?:imum)?|lowest|dimmest|quietest|bottom)(?: (?:level|volume|brightness|value|setting|possible))*$/i,
    0,
  ],
  [/^(?:all the way down|zero|0|silent|mute|nothing)$/i, 0],
  [/^(?:a |one )?half(?:way)?$/i, 50],
  [/^(?:the )?middle$/i, 50],
  [/^(?:a |one )?quarter$/i, 25],
  [/^three[ -]quarters$/i, 75],
];
const percent = new RegExp(
  `^(?:about |around |exactly |roughly )?(${numberPattern}|sixty|seventy|eighty|ninety|(?:a |one )?hundred)\\s*(?:%|percent|per cent)$`,
  "i",
);
const large: Readonly<Record<string, number>> = { sixty: 60, seventy: 70, eighty: 80, ninety: 90 };

/** "40%", "fifty percent", "maximum", "half"; undefined for anything more or else. */
export function readPercent(text: string): number | undefined {
  const said = text.trim();
  const extreme = extremes.find(([pattern]) => pattern.test(said));
  if (extreme !== undefined) return extreme[1];
  const word = percent.exec(said)?.[1]?.toLowerCase();
  if (word === undefined) return undefined;
  const value = /hundred/.test(word) ? 100 : (large[word] ?? numberFromWord(word));
  return value !== undefined && value <= 100 ? value : undefined;
}
