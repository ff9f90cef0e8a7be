const particles = new Set(
  "van von der den de da di du la le del al el bin ibn ben of the & and ter ten zu y e i".split(" "),
);
/** Words that are said about a person or a deed, never a name by themselves. */
const notNames = new Set(
  "all every each everyone everybody both it him her them this that these those one two three four five six seven eight nine ten another other others first last second new favorite favourite favorites twice again times birthday birthdays nickname note notes work home office fax website title job group ringtone address photo picture contact contacts number numbers phone email mobile person someone anyone people with without who whose which not except but only if unless then starting beginning containing any duplicate duplicates named called".split(
    " ",
  ),
);

const unquoted = (text: string): string =>
  text
    .trim()
    .replace(/^["“”']+|["“”']+$/g, "")
    .trim();

const isUpper = (word: string): boolean => /^\p{Lu}/u.test(word);
const isLower = (word: string): boolean => /^\p{Ll}/u.test(word);

/**
 * The name that a run of words is; undefined when it may be more than a name. Quoted, anything is one. Else it is written like
 * one: all with capitals, or a word or two without.
 */
export function properName(run: string): string | undefined {
  const text = run.trim();
  const isQuoted = /^["“'].*["”']$/u.test(text);
  const name = unquoted(text);
  if (isQuoted) return name === "" || /["“”]/.test(name) ? undefined : name;
  const words = name.split(/\s+/);
  if (name === "" || words.length > 5 || /["“”,;:!?()<>@\uE010]|['’]s\b/u.test(name)) return undefined;
  if (words.some((word) => notNames.has(word) || /^[+\d.-]+$/.test(word))) return undefined;
  const lower = words.filter((word) => isLower(word) && !particles.has(word));
  if (words.some(isUpper)) return lower.length === 0 ? name : undefined;
  return lower.length > 2 ? undefined : name;
}

/** "Ann Lee, Bob Ray and Cleo" as three names; undefined when one of them is none. */
export function properNames(text: string): string[] | undefined {
  if (/^["“'][^"”]*["”']$/u.test(text.trim())) return [unquoted(text)];
  const names = text.split(/\s*,\s*(?:and\s+)?|\s+and\s+/i).map(properName);
  return names.every((name) => name !== undefined) ? names : undefined;
}
