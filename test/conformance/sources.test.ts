import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { circlesIn } from "./circles.ts";
import { exportedTwice } from "./exported-names.ts";
import { importsOf, refusal, targetOf } from "./layers.ts";
import { castsIn, linesOf, longFunctions, roomOf } from "./long-functions.ts";
import { isSentence, messagesOf } from "./messages.ts";
import { isNode, parseSource, productSources } from "./source-tree.ts";

const sources = productSources();
const imports = sources.flatMap((source) =>
  importsOf(source).map((specifier) => ({ file: source.file, specifier })),
);
const isOf = (specifier: string, name: string): boolean =>
  specifier === name || specifier.startsWith(`${name}/`);

describe("the layers", () => {
  it("are kept by every import of the product", () => {
    expect(sources.length).toBeGreaterThan(500);
    const refused = imports.flatMap(({ file, specifier }) => {
      const reason = refusal(file, specifier);
      return reason === undefined ? [] : [`${file} imports ${specifier}: ${reason}`];
    });
    expect(refused).toEqual([]);
  });

  it.each([
    "shared",
    "shared/contracts",
    "shared/rules",
    "shared/screen",
    "shared/storage",
    "agent",
    "batches",
    "api",
    "functions",
    "device-host",
    "infra",
    "cli",
    "console/src",
    "local",
    "packages/aws-local/src",
    "packages/client/src",
    "packages/practice-model/src",
    "packages/step-functions/src",
    "packages/virtual-android/src",
  ])("are without circles inside %s, types included", (room) => {
    const inside = imports.map(({ file, specifier }) => ({
      from: file,
      to: targetOf(file, specifier).name,
    }));
    expect(inside.some(({ from }) => from.startsWith(`${room}/`))).toBe(true);
    expect(circlesIn(room, inside)).toEqual([]);
  });

  it("give the console types of the contracts, and none of their schemas", () => {
    const console = sources.filter(({ file }) => file.startsWith("console/"));
    expect(console.length).toBeGreaterThan(30);
    const loaded = console.flatMap(({ file, nodes }) =>
      nodes
        .filter(({ type, importKind }) => type === "ImportDeclaration" && importKind !== "type")
        .filter((node) => isNode(node.source) && String(node.source.value).startsWith("#shared/contracts/"))
        .map(() => file),
    );
    expect(loaded).toEqual([]);
  });
});

describe("what Drover is built on", () => {
  it.each([
    "aws-cdk-lib",
    "@aws-sdk/client-s3",
    "@aws-sdk/client-sfn",
    "@aws-sdk/client-dynamodb",
    "@devicefarmer/adbkit",
    "zod",
    "@anthropic-ai/sdk",
    "@middy/core",
  ])("[spec C1] is %s, which the product's TypeScript imports", (name) => {
    expect(imports.filter(({ specifier }) => isOf(specifier, name))).not.toEqual([]);
  });

  it.each([
    "package.json",
    "tsconfig.json",
    "README.md",
    "infra",
    "functions",
    "device-host",
    "state-machines",
    "shared",
    "test",
  ])("[spec C2] lies where one looks for it: %s", (name) => {
    expect(existsSync(path.resolve(import.meta.dirname, "../..", name))).toBe(true);
  });
});

it.each([
  ["@anthropic-ai/sdk", "agent/providers/anthropic/"],
  ["openai", "agent/providers/openai/"],
])("[spec I1.3] a model service's package is imported by its provider alone: %s", (name, home) => {
  const files = imports.filter(({ specifier }) => isOf(specifier, name)).map(({ file }) => file);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !file.startsWith(home))).toEqual([]);
});

it("no two files of Drover, or of one package, export the same name", () => {
  expect(exportedTwice(sources)).toEqual([]);
});

it("two files that export the same name are found, in each form in which one is exported", () => {
  const forms = [
    "export const one = 1;",
    "export function one() {}",
    "export class one {}",
    "export type one = 1;",
    "export const { a: one } = it;",
    "const one = 1; export { one };",
  ];
  for (const text of forms) {
    const twice = [parseSource("cli/a.ts", text), parseSource("local/b.ts", "export const one = 1;")];
    expect(exportedTwice(twice), text).toEqual(["Drover: one in cli/a.ts, local/b.ts"]);
  }
});

it("every message that people or models read begins with a capital and ends with a stop", () => {
  const messages = sources.flatMap(messagesOf);
  expect(messages.length).toBeGreaterThan(120);
  expect(messages.filter(({ text }) => !isSentence(text))).toEqual([]);
});

it("a message without either is found, in each form in which one is written", () => {
  const written = [
    '"the host"',
    '"The host"',
    `\`device \${id} is away.\``,
    'odd ? "Yes." : "no"',
    `"It " + \`is \${id}\``,
  ];
  const source = parseSource(
    "a.ts",
    written.map((text) => `new DroverError("NotFound", ${text});`).join("\n"),
  );
  expect(messagesOf(source).filter(({ text }) => !isSentence(text))).toHaveLength(4);
  expect(messagesOf(source)).toHaveLength(6);
});

/** How many functions of a room may have more than 40 lines. A number here only ever falls: what is split does not grow again. */
const mostLong: Readonly<Record<string, number>> = {
  agent: 8,
  api: 4,
  batches: 5,
  cli: 14,
  console: 59,
  "device-host": 16,
  functions: 1,
  infra: 12,
  local: 11,
  "packages/aws-local": 12,
  "packages/client": 1,
  "packages/practice-model": 5,
  "packages/step-functions": 3,
  "packages/virtual-android": 42,
  shared: 8,
};

it("no room has more functions of over 40 lines than it had", () => {
  const rooms = Map.groupBy(sources, roomOf);
  expect([...rooms.keys()]).toEqual(expect.arrayContaining(Object.keys(mostLong)));
  const grown = [...rooms].flatMap(([room, inside]) => {
    const places = inside.flatMap(longFunctions);
    return places.length > (mostLong[room] ?? 0) ? places : [];
  });
  expect(grown).toEqual([]);
});

it("a function is long from its 41st line on, in each form in which one is written", () => {
  const inside = (lines: number) => "  work();\n".repeat(lines - 2);
  const forms = (lines: number) => [
    `function one() {\n${inside(lines)}}`,
    `const one = async () => {\n${inside(lines)}};`,
    `const all = { one() {\n${inside(lines)}} };`,
  ];
  for (const text of forms(40)) expect(longFunctions(parseSource("a.ts", text)), text).toEqual([]);
  for (const text of forms(41)) expect(longFunctions(parseSource("a.ts", text)), text).toEqual(["a.ts:1"]);
});

it("the engine of state machines has at most 5 casts in 1,000 lines", () => {
  const engine = sources.filter((source) => roomOf(source) === "packages/step-functions");
  const lines = engine.reduce((sum, { text }) => sum + linesOf(text) - 1, 0);
  expect(lines).toBeGreaterThan(10_000);
  expect((1_000 * engine.flatMap(castsIn).length) / lines).toBeLessThanOrEqual(5);
  const four = "const a = b as string; const c = d as unknown as e; const f = g as const; h(<i>j);";
  expect(castsIn(parseSource("a.ts", four))).toHaveLength(3);
});
