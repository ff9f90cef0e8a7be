import path from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, it } from "vitest";

const mostBytes = 8_000;

it("a page pays at most 8 kB of gzip for the whole client, which needs no other package", async () => {
  const entry = path.resolve(import.meta.dirname, "../src/index.ts");
  const options = {
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
    metafile: true,
  } as const;
  const { outputFiles, metafile } = await build({ ...options, entryPoints: [entry] });
  expect(Object.keys(metafile.inputs).filter((file) => file.includes("node_modules"))).toEqual([]);
  expect(gzipSync(outputFiles[0]?.contents ?? "").length).toBeLessThan(mostBytes);
});
