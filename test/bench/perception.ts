/**
 * `npm run bench:perception`: what reading a screen costs, with and without its picture, and how well it is read, over screens of the virtual phone's own
 * apps (made now, by tapping through them) and over screens made by hand with what they ought to say.
 */

import { performance } from "node:perf_hooks";
import { elementLabel } from "#shared/screen/element-label.ts";
import { semanticText } from "#shared/screen/semantic-text.ts";
import { buildSemanticTree } from "#shared/screen/tree/build-semantic-tree.ts";
import { parseHierarchy } from "#shared/screen/tree/parse-hierarchy.ts";
import type { Fixture } from "../shared/screen/screens/fixture.ts";
import { fixtures } from "../shared/screen/screens/screen-registry.ts";
import { context, dump, node } from "../shared/screen/tree/dump.ts";
import { reachOf } from "./perception/hit-test.ts";
import { measurePictures } from "./perception/measure-pictures.ts";
import { measureReading } from "./perception/measure-reading.ts";
import { type Screen, virtualScreens } from "./perception/virtual-screens.ts";
import { quantile } from "./quantile.ts";

const rounds = 20;
/** Each takes a second. */
const readScreens = 20;
const charactersPerToken = 4;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const read = ({ xml, context: facts }: Screen) => buildSemanticTree(parseHierarchy(xml), facts);

interface Cost {
  /** On the clock, the machine's other work included. */
  readonly milliseconds: readonly number[];
  /** Of this thread, on average a dump; its clock is too coarse for a single one. */
  readonly cpuMilliseconds: number;
}

function costOf(screens: readonly Screen[]): Cost {
  const milliseconds: number[] = [];
  const round = (): void => {
    for (const screen of screens) {
      const started = performance.now();
      semanticText(read(screen));
      milliseconds.push(performance.now() - started);
    }
  };
  // What the compiler learns in the first rounds is no cost of a screen.
  for (let count = 0; count < rounds; count += 1) round();
  milliseconds.length = 0;
  const before = process.threadCpuUsage();
  for (let count = 0; count < rounds; count += 1) round();
  const { user, system } = process.threadCpuUsage(before);
  return { milliseconds, cpuMilliseconds: (user + system) / 1_000 / milliseconds.length };
}

function measure(name: string, screens: readonly Screen[]): void {
  const tokens = screens.map((screen) => semanticText(read(screen)).length / charactersPerToken);
  const raw = screens.map(({ xml }) => xml.length / charactersPerToken);
  const reaches = screens.map((screen) =>
    reachOf(parseHierarchy(screen.xml), read(screen), screen.context.keyboardTop),
  );
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
  const [usable, reached] = [sum(reaches.map((r) => r.usable)), sum(reaches.map((r) => r.reached))];
  const { milliseconds, cpuMilliseconds } = costOf(screens);
  print(`${name}: ${screens.length} screens`);
  print(
    `  ms per dump: p50 ${quantile(milliseconds, 0.5).toFixed(2)}, p95 ${quantile(milliseconds, 0.95).toFixed(2)}; of CPU on average ${cpuMilliseconds.toFixed(2)}`,
  );
  print(
    `  tokens a screen: ${(sum(tokens) / screens.length).toFixed(0)} (most ${Math.max(...tokens).toFixed(0)}), raw XML ${(sum(raw) / screens.length).toFixed(0)}: ${(sum(raw) / sum(tokens)).toFixed(1)} times fewer`,
  );
  print(
    `  addressable: ${reached} of ${usable} (${((100 * reached) / usable).toFixed(1)} %); silent wrappers left out: ${sum(reaches.map((r) => r.wrappers))}`,
  );
  for (const [index, { missed }] of reaches.entries())
    for (const one of missed) print(`    missed on ${screens[index]?.name}: ${one}`);
}

const byHand = ({ name, nodes, keyboardTop }: Fixture): Screen => ({
  name,
  xml: dump(node({}, ...nodes)),
  context: { ...context, ...(keyboardTop === undefined ? {} : { keyboardShown: true, keyboardTop }) },
});

const head = /^ *(\[\d+\] [A-Z]+(?: "(?:[^"\\]|\\.)*")?).* \[[A-Z_, ]+\]$/;

/** Of the elements that can be used, those that bear the number, type and label written beside the screen. */
function labelsOf(fixture: Fixture): { readonly right: number; readonly all: number } {
  const expected = fixture.lines.flatMap((line) => head.exec(line)?.[1] ?? []);
  const found = new Set(
    read(byHand(fixture)).elements.map((element) => {
      const label = elementLabel(element);
      const name = label === "" ? "" : ` ${JSON.stringify(label)}`;
      return `[${element.element_id}] ${element.type.toUpperCase()}${name}`;
    }),
  );
  return { right: expected.filter((line) => found.has(line)).length, all: expected.length };
}

const virtual = await virtualScreens(60);
measure("virtual apps", virtual);
measure("by hand", fixtures.map(byHand));
const labels = fixtures.map(labelsOf);
const [right, all] = [labels.reduce((a, b) => a + b.right, 0), labels.reduce((a, b) => a + b.all, 0)];
print(`  labels attached rightly: ${right} of ${all} (${((100 * right) / all).toFixed(1)} %)`);
const trees = virtual.map(read);
print("pictures of the virtual apps");
for (const line of measurePictures(trees)) print(`  ${line}`);
print(`text read out of ${readScreens} pictures`);
const pictured = virtual.slice(0, readScreens).map((screen) => ({ tree: read(screen), png: screen.png }));
for (const line of await measureReading(pictured)) print(`  ${line}`);
process.exit(0);
