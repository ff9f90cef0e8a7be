/**
 * Text from devices, models and people may hold escape sequences that move the cursor, change the title or forge output,
 * so everything printed passes here (security.md rule 8). Removes C0, C1, zero-width and bidirectional controls; line
 * feeds become spaces.
 */
export function plain(text: string): string {
  return (
    text
      .replace(/[\r\n\t]+/g, " ")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: removing control characters is the point
      .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, "")
      // Some CI systems take commands from lines that begin so.
      .replace(/^(::|##\[|##vso\[|##teamcity\[)/, " $1")
  );
}

export const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1)}…`;

export function out(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}

export function json(value: unknown): void {
  out(JSON.stringify(value, null, 2));
}
