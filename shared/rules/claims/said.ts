/** The parts of a text that can be compared with a device's content. */
export interface Said {
  /** In small letters, one space between words. */
  readonly text: string;
  readonly words: ReadonlySet<string>;
  /** Telephone numbers, digits alone. */
  readonly numbers: readonly string[];
  /** Minutes of the day; `7:10` without more is both in the morning and in the evening. */
  readonly times: readonly number[];
  /** Lengths of time in seconds. */
  readonly durations: readonly number[];
  readonly mails: readonly string[];
  /** Something is named: a quotation, a file, "the contact Ann". */
  readonly names: boolean;
  /** A file is named with what its kind is: `report.txt`. */
  readonly hasExtension: boolean;
  /** The words of a setting or of an app are compared in English alone. */
  readonly isEnglish: boolean;
}

export const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(" ") ?? "";

export const digitsOf = (text: string): string => text.replace(/\D/g, "");

/** Of a whole text: a telephone number, and nothing else. */
export const isNumber = (text: string): boolean =>
  /^\+?[\d\s().-]+$/.test(text) && digitsOf(text).length >= 6;

const naming =
  /["“”„«]|\p{L}\.\p{L}{2,4}\b|\b(?:contact|note|event|file|folder|named|called|titled|label|it|to|from|with)\s+\p{Lu}/u;
const english =
  /\b(?:the|and|turn|switch|with|phone|my|from|that|please|delete|create|send|open|make|add)\b/i;
/** A time that is counted from another is none that the text names. */
const relative = /\b(?:before|after|earlier|later|from now|in \d+ (?:minutes?|hours?))\b/i;

export function readSaid(text: string): Said {
  const plain = plainWords(text);
  return {
    text: plain,
    words: new Set(plain.split(" ")),
    numbers: (text.match(/\+?\d[\d ().-]{4,}\d/g) ?? []).map(digitsOf).filter(({ length }) => length >= 6),
    times: relative.test(text) ? [] : timesIn(text),
    durations: durationsIn(plain),
    mails: text.toLowerCase().match(/[\w.+-]+@[\w-]+\.[\w.-]*\w/g) ?? [],
    names: naming.test(text),
    hasExtension: /[\p{L}\d]\.[a-z][a-z\d]{1,4}\b/u.test(text),
    isEnglish: english.test(text),
  };
}

const clock =
  /\b(?:(half|quarter) (past|to) )?(\d{1,2})(?::(\d{2}))?(?:\s*([ap])\.?m\b| in the (morning|afternoon|evening))?/gi;

function timesIn(text: string): readonly number[] {
  return [...text.matchAll(clock)].flatMap(([, part, way, hours = "", digits, half, day]) => {
    const hour = Number(hours);
    if ((part ?? digits ?? half ?? day) === undefined || hour > 23) return [];
    const minutes = part === undefined ? Number(digits ?? 0) : /half/i.test(part) ? 30 : 15;
    const at = (value: number): number =>
      (value * 60 + (/to/i.test(way ?? "") ? -minutes : minutes) + 1_440) % 1_440;
    const isLate = half === undefined ? day && day.toLowerCase() !== "morning" : half.toLowerCase() === "p";
    if (isLate !== undefined) return [at((hour % 12) + (isLate ? 12 : 0))];
    return hour > 0 && hour < 13 ? [at(hour % 12), at((hour % 12) + 12)] : [at(hour)];
  });
}

const units: Readonly<Record<string, number>> = { h: 3_600, m: 60, s: 1 };
const oneLength = /\b(\d+|an?|one) (hours?|h|minutes?|mins?|m|seconds?|secs?|s)\b/g;

/** Each length alone, and all of them as one: "1 hour and 20 minutes". */
function durationsIn(plain: string): readonly number[] {
  const each = [...plain.matchAll(oneLength)].map(
    ([, count = "", unit = ""]) => (Number(count) || 1) * (units[unit.charAt(0)] ?? 0),
  );
  return each.length < 2 ? each : [...each, each.reduce((sum, one) => sum + one, 0)];
}

export const hasNumber = ({ numbers }: Said, number: string): boolean =>
  numbers.some((said) => said.endsWith(number.slice(-9)) || number.endsWith(said.slice(-9)));

/** All of its words in this order. */
export const hasPhrase = ({ text }: Said, phrase: string): boolean => {
  const plain = plainWords(phrase);
  return plain !== "" && ` ${text} `.includes(` ${plain} `);
};

/** Half of its words at least, or one that begins alike. */
export function hasWordsOf({ words }: Said, phrase: string): boolean {
  const wanted = plainWords(phrase)
    .split(" ")
    .filter((word) => word.length > 1);
  const found = wanted.filter((word) => words.has(word));
  return wanted.length > 0 && found.length * 2 >= wanted.length;
}
