const ones = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
  "sixteen",
  "seventeen",
  "eighteen",
  "nineteen",
];
const tens = ["twenty", "thirty", "forty", "fifty"];

const values = new Map<string, number>(ones.map((word, index) => [word, index]));
for (const [index, word] of tens.entries()) {
  values.set(word, (index + 2) * 10);
  for (const [unit, unitWord] of ones.slice(1, 10).entries()) {
    values.set(`${word}-${unitWord}`, (index + 2) * 10 + unit + 1);
    values.set(`${word} ${unitWord}`, (index + 2) * 10 + unit + 1);
  }
}

/** Longest first, so that "twenty-five" is not read as "twenty". */
export const numberPattern = `\\d+|${[...values.keys()].toSorted((a, b) => b.length - a.length).join("|")}`;

/** 0 to 59 as digits or English words. */
export function numberFromWord(text: string): number | undefined {
  return /^\d+$/.test(text) ? Number(text) : values.get(text.toLowerCase());
}
