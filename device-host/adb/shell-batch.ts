import type { ShellCommand, ShellResult } from "#shared/actions/device-port.ts";
import { shellLine } from "./quote.ts";

const mark = (nonce: string, index: number): string => `__RC_${nonce}_${index}__:`;

/**
 * Several commands as one script, each in a subshell and followed by a mark with its exit code (adb's first shell
 * protocol carries none). The nonce is new for each script, so that no app's output can forge a mark.
 */
export function batchScript(commands: readonly ShellCommand[], nonce: string): string {
  return commands
    .map((command, index) => `( ${shellLine(command)} ); echo "${mark(nonce, index)}$?"`)
    .join("; ");
}

/** adb says how long a script is in four hexadecimal digits. */
const longestScript = 60_000;

/** As few scripts as hold them all. */
export function scriptsOf(commands: readonly ShellCommand[]): readonly (readonly ShellCommand[])[] {
  const scripts: ShellCommand[][] = [[]];
  let length = 0;
  for (const command of commands) {
    const next = Buffer.byteLength(batchScript([command], "0".repeat(16))) + 2;
    length += next;
    if (length > longestScript && length > next) {
      scripts.push([]);
      length = next;
    }
    scripts.at(-1)?.push(command);
  }
  return scripts;
}

/** Takes the script's output apart again. Null when it ended before the last mark: the connection was lost. */
export function parseBatch(
  output: string,
  count: number,
  nonce: string,
  truncated: boolean,
): readonly ShellResult[] | null {
  const results: ShellResult[] = [];
  let position = 0;
  for (let index = 0; index < count; index += 1) {
    const found = findMark(output, position, mark(nonce, index));
    if (found === null) {
      if (!truncated) return null;
      results.push({ output: output.slice(position), code: null, truncated: true });
      position = output.length;
      continue;
    }
    results.push({ output: output.slice(position, found.start), code: found.code, truncated: false });
    position = found.end;
  }
  return results;
}

function findMark(
  output: string,
  from: number,
  text: string,
): { start: number; end: number; code: number } | null {
  const start = output.indexOf(text, from);
  if (start < 0) return null;
  const match = /^(\d{1,3})\r?\n/.exec(output.slice(start + text.length, start + text.length + 6));
  if (match === null) return null;
  return { start, end: start + text.length + match[0].length, code: Number(match[1]) };
}
