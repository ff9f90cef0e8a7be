import { readFile } from "node:fs/promises";
import path from "node:path";

/** A bundle's module with all that it imports at once, by their text: what a cold start reads. */
export async function readByStart(
  file: string,
  found = new Map<string, Buffer>(),
): Promise<ReadonlyMap<string, Buffer>> {
  if (found.has(file)) return found;
  const text = await readFile(file);
  found.set(file, text);
  for (const [, other = ""] of text.toString().matchAll(/(?:from|import)"(\.\/[^"]+)"/g))
    await readByStart(path.join(path.dirname(file), other), found);
  return found;
}
