import path from "node:path";
import { isNode, type Source } from "./source-tree.ts";

interface Layer {
  /** Folders, and subpaths of packages, that its files import besides their own: they know nothing else of the project. */
  readonly knows: readonly string[];
  /** Modules from outside that have no place in it; what lies below one counts with it. */
  readonly without?: readonly string[];
}

/** The core runs in a Lambda, on a host and in a browser's tests alike. */
const machine = ["node:fs", "@devicefarmer", "sharp", "@napi-rs"];
const packages = [
  "packages/aws-local",
  "packages/client",
  "packages/practice-model",
  "packages/step-functions",
  "packages/virtual-android",
];

/** What every process agrees on, from the bottom up: each knows those before it. */
const agreed = [
  "shared/contracts",
  "shared/errors",
  "shared/values",
  "shared/text",
  "shared/http",
  "shared/screen",
  "shared/actions",
  "shared/rules",
  "shared/extensions",
];

/** Which folder may import what, from the bottom up (docs/architecture.md). A file belongs to the longest name. */
export const layers: Readonly<Record<string, Layer>> = {
  "packages/aws-local": { knows: [] },
  "packages/client": { knows: [], without: [...machine, "zod"] },
  "packages/practice-model": { knows: [] },
  "packages/step-functions": { knows: [] },
  "packages/virtual-android": { knows: [] },
  ...Object.fromEntries(
    agreed.map((folder, index) => [folder, { knows: agreed.slice(0, index), without: machine }]),
  ),
  "shared/config": { knows: agreed, without: machine },
  "shared/tracing": { knows: agreed, without: machine },
  "shared/mcp": { knows: agreed, without: machine },
  "shared/storage": { knows: agreed, without: machine },
  shared: { knows: ["shared/contracts"], without: machine },
  agent: { knows: ["shared"], without: ["@devicefarmer"] },
  batches: { knows: ["shared", "agent"], without: ["@devicefarmer"] },
  api: {
    knows: ["shared", "agent", "batches", "packages/aws-local/schedule-times", "package.json"],
    without: ["@devicefarmer"],
  },
  functions: { knows: ["shared", "agent", "batches", "api"], without: ["@devicefarmer"] },
  "device-host": { knows: ["shared", "packages/aws-local/loopback-server"] },
  infra: { knows: ["shared", "agent/models"] },
  local: { knows: ["shared", "agent", "batches", "functions", "device-host", ...packages] },
  simulation: { knows: ["shared", "agent/turn", "device-host", "local", ...packages] },
  environments: {
    knows: [
      "shared",
      "agent",
      "device-host",
      "packages/virtual-android",
      "packages/aws-local/loopback-server",
    ],
  },
  cli: {
    knows: [
      ...["shared", "agent", "batches", "device-host", "environments", "local", "simulation"],
      ...["package.json", ...packages],
    ],
  },
  bin: { knows: [] },
  console: {
    knows: [
      "shared/contracts",
      "shared/values",
      "shared/text",
      "shared/screen",
      "shared/rules",
      "packages/client",
    ],
    without: [...machine, "zod"],
  },
};

const within = (target: string, folder: string): boolean =>
  target === folder || target.startsWith(`${folder}/`);
const longestFirst = Object.keys(layers).sort((one, other) => other.length - one.length);
export const layerOf = (file: string): string | undefined =>
  longestFirst.find((folder) => within(file, folder));
const topOf = (file: string): string => file.split("/")[0] ?? file;

/** What an import means: a path of the project, or a module from outside. */
export function targetOf(
  file: string,
  specifier: string,
): { readonly inside: boolean; readonly name: string } {
  if (specifier.startsWith("#")) return { inside: true, name: specifier.slice(1) };
  if (specifier.startsWith("@drover/"))
    return { inside: true, name: specifier.replace("@drover", "packages") };
  if (!specifier.startsWith(".")) return { inside: false, name: specifier };
  return { inside: true, name: path.posix.join(path.posix.dirname(file), specifier) };
}

/** Why a file may not import this; undefined when it may. */
export function refusal(file: string, specifier: string): string | undefined {
  const folder = layerOf(file);
  const layer = folder === undefined ? undefined : layers[folder];
  if (folder === undefined || layer === undefined) return "no layer is named for its folder";
  const { inside, name } = targetOf(file, specifier);
  if (!inside) {
    return layer.without?.some((unwanted) => within(name, unwanted)) ? `${folder} has no ${name}` : undefined;
  }
  const home = layerOf(name) ?? name;
  if (home !== folder && !layer.knows.some((known) => within(home, known) || within(name, known))) {
    return `${folder} knows nothing of ${home}`;
  }
  const crosses = topOf(name) !== topOf(file) && layerOf(name) !== undefined;
  if (specifier.startsWith(".") && crosses) return "an import from another top folder begins with #";
  return specifier.startsWith("#") && !crosses ? "an import inside a top folder is relative" : undefined;
}

/** Everything a file imports, as it is written: statements, types and calls. */
export const importsOf = (source: Source): readonly string[] =>
  source.nodes.flatMap((node) => {
    const isRequire = node.type === "CallExpression" && isNode(node.callee) && node.callee.name === "require";
    const from = isRequire ? (node.arguments as unknown[])[0] : node.source;
    return isNode(from) && typeof from.value === "string" ? [from.value] : [];
  });
