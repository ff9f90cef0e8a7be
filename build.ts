// Writes dist/: what runs where the sources cannot, because Node strips no types under node_modules.
import { rm } from "node:fs/promises";
import path from "node:path";
import { bundleFunctions } from "#infra/functions/bundle-functions.ts";
import { zipBundles } from "#infra/functions/zip-bundles.ts";
import { projectRoot } from "#shared/project-files.ts";
import { buildProgram } from "./build-program.ts";

const dist = path.join(projectRoot, "dist");

await rm(dist, { recursive: true, force: true });
await bundleFunctions(path.join(dist, "lambda"));
await zipBundles(path.join(dist, "lambda"));
await buildProgram(dist);
