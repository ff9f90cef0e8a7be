import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { bundleFunctions } from "#infra/functions/bundle-functions.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder of all functions' bundles. */
    bundles: string;
  }
}

/** Once for all files: it takes the better part of a minute of two processors. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(path.join(tmpdir(), "drover-bundles-"));
  await bundleFunctions(directory);
  project.provide("bundles", directory);
  return () => rm(directory, { recursive: true });
}
