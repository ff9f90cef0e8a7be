import { globSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import config from "../../vitest.config.ts";
import { thorough } from "../tiers.ts";
import { layers } from "./layers.ts";

interface Project {
  readonly test: { readonly name: string; readonly include: string[]; readonly exclude: string[] };
}
const projects = config.test?.projects as readonly Project[];
/** Packed, installed and rehearsed they are tested by commands of their own. */
const files = globSync(["test/**/*.test.ts", "packages/*/test/**/*.test.ts"], {
  exclude: ["**/node_modules/**"],
}).filter((file) => !/^test\/(?:packaging|deploy)\//.test(file));

const matches = (file: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => path.matchesGlob(file, pattern));
const runnersOf = (file: string): readonly string[] =>
  projects.flatMap(({ test: { name, include, exclude } }) =>
    matches(file, include) && !matches(file, exclude) ? [name] : [],
  );
const quick = files.filter((file) => runnersOf(file).some((name) => name.startsWith("quick-")));

it("every test file is run once by npm run test:all", () => {
  expect(files.length).toBeGreaterThan(700);
  expect(files.filter((file) => runnersOf(file).length !== 1)).toEqual([]);
});

it("npm test covers every room", () => {
  const rooms = [...Object.keys(layers), "state-machines"].filter((room) => room !== "bin");
  const testsOf = (room: string): string =>
    room.startsWith("packages/") ? `${room}/test/` : `test/${room}/`;
  expect(rooms.filter((room) => !quick.some((file) => file.startsWith(testsOf(room))))).toEqual([]);
});

it("npm test takes one job through a whole farm, opens a page in a browser and synthesises the stacks", () => {
  const samples = ["test/e2e/whole-job", "test/browser/signed-in", "test/infra/stacks"];
  expect(quick).toEqual(expect.arrayContaining(samples.map((name) => `${name}.test.ts`)));
});

it("what npm test leaves out is named by patterns that each name a file", () => {
  expect(thorough.filter((pattern) => !files.some((file) => path.matchesGlob(file, pattern)))).toEqual([]);
});
