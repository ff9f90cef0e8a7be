import { build } from "esbuild";
import { functionNames, functions } from "#shared/contracts/functions.ts";
import { projectRoot } from "#shared/project-files.ts";
import { bundling } from "./bundling.ts";

/** Writes `<directory>/<function>/index.mjs` for each function: the same bundles that CDK makes of the sources. */
export async function bundleFunctions(directory: string): Promise<void> {
  await build({
    absWorkingDir: projectRoot,
    entryPoints: Object.fromEntries(functionNames.map((name) => [`${name}/index`, functions[name].entry])),
    outdir: directory,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: bundling.target,
    minify: bundling.minify,
    keepNames: bundling.keepNames,
    mainFields: [...bundling.mainFields],
    banner: { js: bundling.banner },
    logLevel: "error",
  });
}
