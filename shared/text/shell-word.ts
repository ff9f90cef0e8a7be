/** One word of a shell command line: taken by every POSIX shell as exactly these characters. */
export function shellWord(text: string): string {
  if (text.includes("\0")) throw new Error("a word for a shell contains a NUL character: remove it");
  if (/^[A-Za-z0-9_./:=,@%+-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
