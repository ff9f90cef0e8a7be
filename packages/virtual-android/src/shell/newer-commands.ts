/** Tools that came after Android 7, by their first words, with the API level of their first release. */
const since: ReadonlyMap<string, number> = new Map([
  ["cmd connectivity", 30],
  ["cmd locale", 33],
  ["cmd uimode", 29],
  ["cmd wifi", 30],
  ["uinput", 31],
]);
const mayBeNewer = new Set([...since.keys()].map((words) => words.split(" ")[0]));

/** What an older phone's shell says of a command that its Android does not have; null: it has it. */
export function unknownToOlder(
  words: readonly string[],
  apiLevel: () => number,
): { readonly message: string; readonly code: number } | null {
  const name = words[0]?.slice(words[0].lastIndexOf("/") + 1) ?? "";
  if (!mayBeNewer.has(name)) return null;
  const level = since.get(name) ?? since.get(`${name} ${words[1]}`) ?? 0;
  if (apiLevel() >= level) return null;
  return name === "cmd"
    ? { message: `Can't find service: ${words[1]}`, code: 20 }
    : { message: `/system/bin/sh: ${name}: not found`, code: 127 };
}
