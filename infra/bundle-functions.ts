import { build } from "esbuild";
import { functionNames, functions } from "#shared/contracts/functions.ts";
import { projectRoot } from "#shared/project-files.ts";
import { bundling, esbuildOptions } from "./bundling.ts";

/** Writes `<directory>/<function>/index.mjs` for each function: the same bundles that CDK makes of the sources. */
export async function bundleFunctions(directory: string): Promise<void> {
  await build({
    absWorkingDir: projectRoot,
    entryPoints: Object.fromEntries(functionNames.map((name) => [`${name}/index`, functions[name].entry])),
    outdir: directory,
    outExtension: { ".js": ".mjs" },
    ...esbuildOptions,
    minify: bundling.minify,
  });
}
