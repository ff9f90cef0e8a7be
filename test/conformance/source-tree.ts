import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseAst } from "vitest/node";

const root = path.resolve(import.meta.dirname, "../..");

/** A node of an ESTree syntax tree: `type` says which fields it has. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

export interface Source {
  /** From the root of the project. */
  readonly file: string;
  readonly text: string;
  readonly tree: SyntaxNode;
  /** Every node of the tree, outer ones first. */
  readonly nodes: readonly SyntaxNode[];
}

/** The product's sources, without tests. To parse them takes seconds, so all that asks of them stands in one file: sources.test.ts. */
export const productSources = (): readonly Source[] =>
  globSync(
    "{bin,shared,agent,batches,api,functions,device-host,local,cli,infra,console/src,packages/*/src}/**/*.{ts,tsx,js}",
    {
      cwd: root,
    },
  )
    .sort()
    .map((file) => parseSource(file, readFileSync(path.join(root, file), "utf8")));

export function parseSource(file: string, text: string): Source {
  const tree = parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" }, file) as unknown as SyntaxNode;
  const nodes: SyntaxNode[] = [];
  collect(tree, nodes);
  return { file, text, tree, nodes };
}

function collect(node: SyntaxNode, into: SyntaxNode[]): void {
  into.push(node);
  for (const name in node) {
    const value = node[name];
    if (Array.isArray(value)) {
      for (const inner of value) if (isNode(inner)) collect(inner, into);
    } else if (isNode(value)) collect(value, into);
  }
}

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && typeof (value as SyntaxNode).type === "string";
