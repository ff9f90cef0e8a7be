import path from "node:path";
import type { MachineName } from "./contracts/farm/machines.ts";
import type { FunctionName } from "./contracts/functions/functions.ts";

/** In a clone this file lies in shared/; built, it is part of a file in dist/: the project is one folder up either way. */
export const projectRoot = path.resolve(import.meta.dirname, "..");

/** Whether this runs from what `npm run build` wrote, as an installed Drover does, or from the sources. */
const isBuilt = !import.meta.filename.endsWith(".ts");

/** The launcher: `node <this> <command> …` is Drover, in a clone and installed. */
export const droverCommand = path.join(projectRoot, "bin/drover.js");

export const stateMachineFile = (name: MachineName): string =>
  path.join(projectRoot, "state-machines", `${name}.asl.json`);

/** The module that exports a function's `handler`, for the farm: it shares its modules, and their settings, with the farm. */
export const handlerFile = (name: FunctionName): string =>
  path.join(projectRoot, isBuilt ? `dist/function-${name}.js` : `functions/${name}.ts`);

/** Where `npm run build` lays what reads text: Tesseract's worker, its build and its language; undefined in a clone, which has the packages. */
export const readyTextEngine = isBuilt ? path.join(projectRoot, "dist/ocr") : undefined;

/** Folder of the functions' bundles that wait ready for Lambda, a zip each; undefined in a clone, where they are made of the sources. */
export const readyBundles = isBuilt ? path.join(projectRoot, "dist/lambda") : undefined;

/** What a config imports as `@drover/cli/config`. */
export const configModule = path.join(
  projectRoot,
  isBuilt ? "dist/config.js" : "shared/config/define-config.ts",
);

/** The console's page, as `npm run build:console` writes it, in a clone and in the package alike. */
export const consoleDirectory = path.join(projectRoot, "console/dist");

/** What `drover init` copies into a repository. */
export const examplesDirectory = path.join(projectRoot, "examples");

/** Where CDK and `drover deploy` read settings. */
export const cdkFile = path.join(projectRoot, "cdk.json");

/** The program that CDK runs to write the templates. */
export const deploymentProgram = path.join(projectRoot, isBuilt ? "dist/infra-app.js" : "infra/app.ts");
