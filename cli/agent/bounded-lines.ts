import { StringDecoder } from "node:string_decoder";

/** A line grew longer than it may. */
export class LineTooLong extends Error {
  override readonly name = "LineTooLong";
}

/**
 * The lines that a program writes, the last one also without a line feed. Of one that is longer than `most` characters no more is held
 * than that: it is cut, or ends the reading.
 * @throws LineTooLong
 */
export async function* boundedLines(
  stream: AsyncIterable<Buffer>,
  most: number,
  longer: "cut" | "refuse",
): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let line = "";
  const add = (text: string): void => {
    if (longer === "refuse" && line.length + text.length > most) throw new LineTooLong();
    line += text.slice(0, most - line.length);
  };
  for await (const chunk of stream) {
    const [first = "", ...rest] = decoder.write(chunk).split("\n");
    add(first);
    for (const next of rest) {
      yield line;
      line = "";
      add(next);
    }
  }
  if (line !== "") yield line;
}
