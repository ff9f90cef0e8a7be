import { performance } from "node:perf_hooks";
import { mergeReadText } from "#device-host/observe/text/merge-read-text.ts";
import { readLines } from "#device-host/observe/text/read-lines.ts";
import { TextReader } from "#device-host/observe/text/text-reader.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { quantile } from "../quantile.ts";

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];

/**
 * Reads whole pictures of screens whose elements say what they hold: how much of that is read, how long it takes, and how
 * many elements the merge adds that nobody needs (the clock of the status bar is one that nobody told of).
 */
export async function measureReading(
  screens: readonly { readonly tree: SemanticUITree; readonly png: Buffer }[],
): Promise<readonly string[]> {
  const reader = new TextReader({ deadlineMilliseconds: 60_000 });
  const milliseconds: number[] = [];
  const [read, said, added] = [[] as number[], [] as number[], [] as number[]];
  for (const { tree, png } of screens) {
    const started = performance.now();
    const area = { left: 0, top: 0, right: tree.screen_width, bottom: tree.screen_height };
    const reading = await reader.read(png, area);
    milliseconds.push(performance.now() - started);
    if ("problem" in reading) continue;
    const lines = readLines(reading.words, []);
    const found = new Set(lines.flatMap(({ text }) => wordsOf(text)));
    const told = tree.elements.flatMap(({ type, text, visibility }) =>
      type === "textfield" || visibility === "covered" ? [] : wordsOf(text),
    );
    said.push(told.length);
    read.push(told.filter((word) => found.has(word)).length);
    added.push(mergeReadText(tree, lines).elements.length - tree.elements.length);
  }
  await reader.close();
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
  return [
    `ms a picture: first ${Math.round(milliseconds[0] ?? 0)}, then p50 ${Math.round(quantile(milliseconds.slice(1), 0.5))}, p95 ${Math.round(quantile(milliseconds.slice(1), 0.95))}`,
    `of the words that elements say ${sum(read)} of ${sum(said)} were read (${((100 * sum(read)) / sum(said)).toFixed(1)} %)`,
    `elements added to ${screens.length} screens that say all themselves: ${sum(added)}`,
  ];
}
