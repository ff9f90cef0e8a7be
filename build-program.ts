import { globSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { build, type Plugin } from "esbuild";
import { esbuildOptions, replacement } from "#infra/functions/bundling.ts";
import { functionNames } from "#shared/contracts/functions/functions.ts";
import { handlerFile, projectRoot } from "#shared/project-files.ts";
import packageFile from "./package.json" with { type: "json" };

/** What npm installs beside an installed Drover (docs/decisions/0031-what-is-installed.md); all else is compiled in. */
const installed = [...Object.keys(packageFile.dependencies), ...Object.keys(packageFile.peerDependencies)];

const handlers = Object.fromEntries(functionNames.map((name) => [`function-${name}`, handlerFile(name)]));

/** What is started as its own thread: `./x-worker.js` beside the code that starts it, and that is in dist/. */
const workers = Object.fromEntries(
  globSync("{packages/*/src,local}/**/*-worker.ts", { cwd: projectRoot }).map((file) => [
    path.basename(file, ".ts"),
    file,
  ]),
);

const { resolve } = createRequire(import.meta.url);

/** Of the package's twelve builds the one that Node 24 takes on every processor that sharp runs on. */
const textBuild = "tesseract-core-relaxedsimd";

/** Compiles the command, and all that it starts on this machine, into a folder `dist` of a project. */
export async function buildProgram(outdir: string): Promise<void> {
  await buildTextEngine(path.join(outdir, "ocr"));
  await build({
    absWorkingDir: projectRoot,
    entryPoints: {
      drover: "cli/drover.ts",
      config: "shared/config/define-config.ts",
      "infra-app": "infra/app.ts",
      ...handlers,
      ...workers,
    },
    outdir,
    bundle: true,
    // A command loads what it needs; and all files lie directly in dist/, from where project-files.ts finds the rest.
    splitting: true,
    chunkNames: "[name]-[hash]",
    platform: "node",
    format: "esm",
    target: "node24",
    mainFields: ["module", "main"],
    banner: esbuildOptions.banner,
    // What a compiled-in CommonJS package finds beside itself it finds in dist/, or gets its path.
    define: { __dirname: "import.meta.dirname" },
    conditions: ["@drover/source"],
    // The bundles are made: what makes them is a clone's.
    external: [...installed, "rolldown"],
    plugins: [withoutUndici],
    logLevel: "warning",
  });
}

/** What imports `node:http` gets the module that the functions get; a `require` of it loads nothing more. */
const withoutUndici: Plugin = {
  name: "without-undici",
  setup({ onResolve }) {
    onResolve({ filter: /^(node:)?http$/ }, ({ kind }) =>
      kind === "require-call" ? null : { path: replacement("node-http.ts") },
    );
  },
};

/** Lays Tesseract's worker, its build and its language into one folder. */
async function buildTextEngine(directory: string): Promise<void> {
  await build({
    entryPoints: { worker: resolve("tesseract.js/src/worker-script/node/index.js") },
    outdir: directory,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    minify: true,
    platform: "node",
    target: "node24",
    logLevel: "error",
    plugins: [
      {
        name: "builds-beside-the-worker",
        setup: ({ onResolve }) =>
          onResolve({ filter: /^tesseract\.js-core\// }, ({ path: name }) => ({
            path: `./${path.basename(name)}.cjs`,
            external: true,
          })),
      },
    ],
  });
  const copy = (from: string, to: string) => copyFile(resolve(from), path.join(directory, to));
  await copy(`tesseract.js-core/${textBuild}.js`, `${textBuild}.cjs`);
  await copy(`tesseract.js-core/${textBuild}.wasm`, `${textBuild}.wasm`);
  await copy("@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz", "eng.traineddata.gz");
}
