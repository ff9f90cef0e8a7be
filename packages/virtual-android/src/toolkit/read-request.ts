import type { IncomingMessage } from "node:http";

/** A request's body as text. @throws what `tooLarge` gives, over so many bytes */
export async function readRequest(
  request: IncomingMessage,
  mostBytes: number,
  tooLarge: () => Error,
): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
