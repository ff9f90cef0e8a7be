import type { ShellCommand } from "../../shell-session.ts";

const simpleEscapes: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  e: "\u001b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
};

const echoing =
  (takesEscapes: boolean): ShellCommand =>
  ({ args, stdout }) => {
    let index = 0;
    let newline = true;
    let escapes = takesEscapes;
    for (; /^-[neE]+$/.test(args[index] ?? ""); index += 1) {
      const option = args[index] ?? "";
      if (option.includes("n")) newline = false;
      if (option.includes("E")) escapes = false;
      if (option.includes("e")) escapes = true;
    }
    const text = args.slice(index).join(" ");
    const { text: shown, ended } = escapes ? decodeEscapes(text, true) : { text, ended: false };
    stdout.write(shown + (newline && !ended ? "\n" : ""));
    return 0;
  };

/** mksh's: it takes backslash escapes unless `-E`, and `\c` ends the output. */
export const echo = echoing(true);
/** `/system/bin/echo` takes them with `-e` alone. */
export const toyboxEcho = echoing(false);

/** Backslash escapes of echo and printf. */
export function decodeEscapes(
  text: string,
  zeroBeforeOctal: boolean,
): { readonly text: string; readonly ended: boolean } {
  let ended = false;
  const octal = zeroBeforeOctal ? "0[0-7]{0,3}" : "[0-7]{1,3}";
  const pattern = new RegExp(`\\\\(${octal}|x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|c|[^])`, "g");
  const shown = text.replace(pattern, (match, code: string) => {
    if (ended) return "";
    if (code === "c") {
      ended = true;
      return "\u0000";
    }
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8) & 255);
    if (/^[xu]./.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return simpleEscapes[code] ?? match;
  });
  return { text: ended ? shown.slice(0, shown.indexOf("\u0000")) : shown, ended };
}
