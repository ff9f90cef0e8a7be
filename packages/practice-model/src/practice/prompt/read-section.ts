/** What stands between the lines `<name>` and `</name>`; no line that a device wrote can be one of these. */
export function readSection(prompt: string, name: string): string {
  const start = prompt.indexOf(`<${name}>\n`);
  if (start < 0) return "";
  const from = start + name.length + 3;
  const end = prompt.indexOf(`\n</${name}>\n`, from - 1);
  return end < 0 ? "" : prompt.slice(from, end);
}

/** What follows `name: ` on its line. */
export const readField = (text: string, name: string): string =>
  new RegExp(`^\\s*${name}: (.*)$`, "m").exec(text)?.[1] ?? "";
