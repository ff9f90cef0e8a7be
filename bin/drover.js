#!/usr/bin/env node
// Plain JavaScript that old versions read: it says what is missing where TypeScript would fail without a word.
import { existsSync } from "node:fs";
import * as module from "node:module";

const major = Number.parseInt(process.versions.node, 10);
const source = new URL("../cli/drover.ts", import.meta.url);

if (major < 24) {
  process.stderr.write(`drover needs Node 24 or newer; this is Node ${process.versions.node}.\n`);
  process.exitCode = 2;
} else if (existsSync(source)) {
  // In a clone: the packages of the workspace are read from their sources too.
  module.registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: [...context.conditions, "@drover/source"] }),
  });
  await import(source.href);
} else {
  await import(new URL("../dist/drover.js", import.meta.url).href);
}
