interface Field {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** Of one part between commas, without a step. */
  readonly part: RegExp;
}

const number = String.raw`\d{1,4}`;
const month = String.raw`(?:\d{1,2}|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)`;
const weekday = "(?:[1-7]|SUN|MON|TUE|WED|THU|FRI|SAT)";
const listOf = (one: string, more = ""): RegExp => new RegExp(`^(?:\\*|${one}(?:-${one})?${more})$`);

/** In AWS's order, with what AWS allows in each. */
const fields: readonly Field[] = [
  { name: "minutes", least: 0, most: 59, part: listOf(number) },
  { name: "hours", least: 0, most: 23, part: listOf(number) },
  { name: "day-of-month", least: 1, most: 31, part: listOf(number, `|\\?|L|LW|\\d{1,2}W`) },
  { name: "month", least: 1, most: 12, part: listOf(month) },
  { name: "day-of-week", least: 1, most: 7, part: listOf(weekday, `|\\?|L|${weekday}L|${weekday}#[1-5]`) },
  { name: "year", least: 1970, most: 2199, part: listOf(number) },
];

type Pattern =
  | { readonly pattern: string; readonly problem?: never }
  | { readonly pattern?: never; readonly problem: string };

/** The six fields of AWS's cron as croner's seven (seconds first), or what is wrong with them. */
export function cronPattern(inner: string): Pattern {
  const given = inner.trim().toUpperCase().split(/ +/);
  if (given.length !== fields.length)
    return {
      problem: `has ${given.length} fields instead of six: minutes hours day-of-month month day-of-week year`,
    };
  const [dayOfMonth, dayOfWeek] = [given[2], given[4]];
  if ((dayOfMonth === "?") === (dayOfWeek === "?"))
    return { problem: "must have a ? as day-of-month or as day-of-week, and not as both" };
  const parts: string[] = [];
  for (const [index, field] of fields.entries()) {
    const part = fieldPattern(given[index] ?? "", field);
    if (part === null) return { problem: `has ${field.name} '${given[index]}', which is none` };
    parts.push(part);
  }
  return { pattern: ["0", ...parts].join(" ") };
}

/** Null: it is none of the field's. */
function fieldPattern(given: string, field: Field): string | null {
  const parts = given.split(",").map((part) => partPattern(part, field));
  return parts.includes(null) || (given.includes(",") && /[?]/.test(given)) ? null : parts.join(",");
}

function partPattern(given: string, { name, least, most, part }: Field): string | null {
  const [, body = "", step] = /^([^/]+)(?:\/(\d{1,4}))?$/.exec(given) ?? [];
  if (!part.test(body)) return null;
  const numbers = [...body.matchAll(/\d+/g)].map(([digits]) => Number(digits));
  const [first, second] = numbers;
  const isNth = body.includes("#");
  if ((isNth ? [first ?? least] : numbers).some((value) => value < least || value > most)) return null;
  if (!isNth && first !== undefined && second !== undefined && first > second && name !== "day-of-week")
    return null;
  if (step !== undefined) return stepped(body, Number(step), most);
  if (body === "?") return "*";
  // Saturday ends AWS's week.
  return name === "day-of-week" && body === "L" ? "7" : body;
}

/** `5/10` begins at five and goes to the field's end. */
function stepped(body: string, step: number, most: number): string | null {
  if (step === 0 || /[?LW#]/.test(body.replaceAll(/JUL/g, ""))) return null;
  return body === "*" || body.includes("-") ? `${body}/${step}` : `${body}-${most}/${step}`;
}
