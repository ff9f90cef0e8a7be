import type { Input, Output } from "./streams.ts";

const endOfText = "\u0003"; // Ctrl-C
const endOfTransmission = "\u0004"; // Ctrl-D
const backspaces = "\u007f\b";
const longestLine = 64 * 1024;

/** A terminal shows a line feed only with a carriage return. */
export const terminalOutput = (output: Output): Output => ({
  write: (data) => {
    const text = typeof data === "string" ? data : Buffer.from(data).toString("latin1");
    const shown = text.replaceAll("\n", "\r\n");
    output.write(typeof data === "string" ? shown : Buffer.from(shown, "latin1"));
  },
  drained: () => output.drained(),
});

/** The lines somebody types, with prompt and echo as a terminal's line discipline gives them. Ends at Ctrl-D. */
export async function* terminalLines(
  input: Input,
  output: Output,
  prompt: () => string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let line = "";
  output.write(prompt());
  for (let chunk = await input.read(); chunk !== null; chunk = await input.read()) {
    for (const character of decoder.decode(chunk, { stream: true })) {
      if (character === "\r" || character === "\n") {
        output.write("\r\n");
        const typed = line;
        line = "";
        yield typed;
        output.write(prompt());
      } else if (character === endOfTransmission && line === "") return;
      else if (character === endOfText) {
        line = "";
        output.write(`^C\r\n${prompt()}`);
      } else if (backspaces.includes(character)) {
        if (line !== "") output.write("\b \b");
        line = [...line].slice(0, -1).join("");
      } else if (character >= " " && line.length < longestLine) {
        line += character;
        output.write(character);
      }
    }
  }
}
