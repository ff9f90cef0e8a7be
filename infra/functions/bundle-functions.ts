import { existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import { type Plugin, type RolldownOptions, rolldown } from "rolldown";
import { type FunctionName, functionNames } from "#shared/contracts/functions/functions.ts";
import { handlerFile, projectRoot } from "#shared/project-files.ts";
import { replacement } from "./bundling.ts";
import { usualParts } from "./usual-parts.ts";

/**
 * Writes `<directory>/<function>/index.mjs` and the parts that it loads, for each function: what is deployed. Copies them where
 * DROVER_BUNDLES names a folder of them; the first to find none there makes them there (docs/decisions/0343-bundled-once.md).
 */
export async function bundleFunctions(directory: string): Promise<void> {
  const shared = process.env.DROVER_BUNDLES;
  if (shared === undefined) return makeBundles(directory);
  if (!existsSync(shared)) await makeBundles(shared);
  await cp(shared, directory, { recursive: true });
}

async function makeBundles(directory: string): Promise<void> {
  const waiting = functionNames.values();
  // Each has its own, because what one function leaves unused another uses.
  const bundleNext = async (): Promise<void> => {
    for (const name of waiting) await bundleFunction(name, path.join(directory, name));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, bundleNext));
}

async function bundleFunction(name: FunctionName, directory: string): Promise<void> {
  const bundle = await rolldown({ ...inputOptions, input: { index: entryId }, plugins: [entryOf(name)] });
  await bundle.write({
    dir: directory,
    format: "esm",
    minify: true,
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name].mjs",
    // A start reads first.mjs; what is imported where it is needed stays out of it, in files beside it.
    codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] },
  });
  await bundle.close();
}

const inputOptions = {
  cwd: projectRoot,
  platform: "node",
  resolve: {
    conditionNames: ["@drover/source", "import", "module", "node", "default"],
    mainFields: ["module", "main"],
    alias: {
      "@aws-sdk/credential-provider-node": replacement("credential-provider-node.ts"),
      "@aws-sdk/endpoint-cache": replacement("endpoint-cache.ts"),
      "@smithy/core/event-streams": replacement("event-streams.ts"),
      "node:http": replacement("node-http.ts"),
      http: replacement("node-http.ts"),
    },
  },
  // Without it every schema of a module that a start reads is made there, whether or not anything uses it.
  treeshake: { manualPureFunctions: ["z"] },
  // A part that a function usually needs is in its first file, though the code asks for it when it needs it.
  checks: { ineffectiveDynamicImport: false },
} as const satisfies RolldownOptions;

const entryId = "drover:entry";

/** The function's module, with the parts of the runtime that nearly each of its calls needs. */
const entryOf = (name: FunctionName): Plugin => ({
  name: "drover-entry",
  resolveId: (id) => (id === entryId ? id : null),
  load(id) {
    if (id !== entryId) return null;
    const from = (file: string): string => JSON.stringify(path.join(projectRoot, file));
    const usual = usualParts(name).map((file) => `import ${from(file)};`);
    return [...usual, `export { handler } from ${JSON.stringify(handlerFile(name))};`].join("\n");
  },
});
