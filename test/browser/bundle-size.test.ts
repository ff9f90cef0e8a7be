import { globSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";

/** Without what reports are made of, which no page loads. */
const files = globSync("console/dist/{*,assets/*}.{js,css,html,svg}");

it("the whole console is at most 265 KB of gzip, and its first page loads a part of that", () => {
  const sizes = files.map((file) => gzipSync(readFileSync(file)).length);
  expect(files.length, "console/dist is not built: npm run build:console").toBeGreaterThan(10);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(265_000);
});

it("the console holds no schema and nothing of Node", () => {
  const text = files.map((file) => readFileSync(file, "utf8")).join("\n");
  expect(text).not.toMatch(/ZodError|node:[a-z]+["']/);
});
