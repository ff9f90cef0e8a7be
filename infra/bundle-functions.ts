import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { build, type Metafile } from "esbuild";
import { functionNames, functions } from "#shared/contracts/functions.ts";
import { projectRoot } from "#shared/project-files.ts";
import { esbuildOptions } from "./bundling.ts";

/** Writes `<directory>/<function>/index.mjs` and the parts that it loads, for each function: what is deployed. */
export async function bundleFunctions(directory: string): Promise<void> {
  const { outputFiles, metafile } = await build({
    ...esbuildOptions,
    absWorkingDir: projectRoot,
    entryPoints: Object.fromEntries(functionNames.map((name) => [name, functions[name].entry])),
    outdir: directory,
    outExtension: { ".js": ".mjs" },
    write: false,
    metafile: true,
    minify: true,
    // What is imported where it is needed stays in a file of its own, which a cold start does not read.
    splitting: true,
    chunkNames: "[name]-[hash]",
    alias: {
      "@aws-sdk/credential-provider-node": path.join(
        import.meta.dirname,
        "bundled/credential-provider-node.ts",
      ),
    },
  });
  const texts = new Map(outputFiles.map((file) => [file.path, file.contents]));
  await Promise.all(
    functionNames.map(async (name) => {
      const folder = path.join(directory, name);
      await mkdir(folder, { recursive: true });
      const entry = `${name}.mjs`;
      for (const output of neededBy(entry, metafile)) {
        const file = path.basename(output);
        const text = texts.get(path.resolve(projectRoot, output)) ?? "";
        await writeFile(path.join(folder, file === entry ? "index.mjs" : file), text);
      }
    }),
  );
}

/** The output of an entry, with all that it loads, at once or later. */
function neededBy(entry: string, { outputs }: Metafile): ReadonlySet<string> {
  const needed = new Set<string>();
  const add = (output: string): void => {
    if (needed.has(output)) return;
    needed.add(output);
    for (const { path: other } of outputs[output]?.imports ?? []) if (other in outputs) add(other);
  };
  for (const output of Object.keys(outputs)) if (path.basename(output) === entry) add(output);
  return needed;
}
