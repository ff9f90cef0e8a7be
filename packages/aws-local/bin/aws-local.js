#!/usr/bin/env node
// Plain JavaScript that old versions read: it says what is missing where what follows would fail without a word.
import { existsSync } from "node:fs";

if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(`aws-local needs Node 24 or newer; this is Node ${process.versions.node}.\n`);
  process.exitCode = 2;
} else {
  // In a clone nothing needs to be built; what is packed has no sources.
  const source = new URL("../src/main.ts", import.meta.url);
  const { main } = await import(
    existsSync(source) ? source.href : new URL("../dist/main.js", import.meta.url).href
  );
  await main(process.argv.slice(2));
}
