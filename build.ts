// Writes dist/: what runs where the sources cannot, because Node strips no types under node_modules.
import { globSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { bundleFunctions } from "#infra/bundle-functions.ts";
import { esbuildOptions } from "#infra/bundling.ts";
import { functionNames } from "#shared/contracts/functions.ts";
import { handlerFile, projectRoot } from "#shared/project-files.ts";
import packageFile from "./package.json" with { type: "json" };

const dist = path.join(projectRoot, "dist");

/** What npm installs beside an installed Drover (docs/decisions/0031-what-is-installed.md); all else is compiled in. */
const installed = [...Object.keys(packageFile.dependencies), ...Object.keys(packageFile.peerDependencies)];

const handlers = Object.fromEntries(functionNames.map((name) => [`function-${name}`, handlerFile(name)]));

/** What is started as a thread of its own: `./x-worker.js` beside the code that starts it, and that is in dist/. */
const workers = Object.fromEntries(
  globSync("{packages/*/src,local}/**/*-worker.ts", { cwd: projectRoot }).map((file) => [
    path.basename(file, ".ts"),
    file,
  ]),
);

await rm(dist, { recursive: true, force: true });
await bundleFunctions(path.join(dist, "lambda"));
await build({
  absWorkingDir: projectRoot,
  entryPoints: {
    drover: "cli/drover.ts",
    config: "shared/config/define-config.ts",
    "infra-app": "infra/app.ts",
    ...handlers,
    ...workers,
  },
  outdir: dist,
  bundle: true,
  // A command loads what it needs; and all files lie directly in dist/, from where project-files.ts finds the rest.
  splitting: true,
  chunkNames: "[name]-[hash]",
  platform: "node",
  format: "esm",
  target: "node24",
  keepNames: true,
  mainFields: ["module", "main"],
  banner: esbuildOptions.banner,
  conditions: ["@drover/source"],
  // The bundles are made: what makes them is a clone's.
  external: [...installed, "rolldown"],
  logLevel: "warning",
});
