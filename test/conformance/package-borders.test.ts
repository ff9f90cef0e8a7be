import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const projectRoot = path.resolve(import.meta.dirname, "../..");
const files = globSync(
  "{packages/*/{src,test},shared,agent,batches,api,functions,device-host,infra,local,cli,test}/**/*.ts",
  {
    cwd: projectRoot,
    exclude: ["**/node_modules/**"],
  },
);

/** `packages/x` for a file in it, the top of the project for every other. */
const homeOf = (file: string): string => /^packages\/[^/]+/.exec(file)?.[0] ?? ".";

const imported = (file: string): readonly string[] =>
  [
    ...readFileSync(path.join(projectRoot, file), "utf8").matchAll(
      /^(?:import|export|\}).* "([^"]+)"[^"]*;$/gm,
    ),
  ].map((match) => match[1] ?? "");

/** Imports by path that enter a package, or leave one; a package's tests may use what all tests of the clone share. */
const crossings = files.flatMap((file) =>
  imported(file)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => path.join(path.dirname(file), specifier))
    .filter((target) => homeOf(target) !== homeOf(file))
    .filter((target) => !(file.includes("/test/") && /^test\/[^/]+\.ts$/.test(target)))
    .map((target) => `${file} imports ${target}`),
);

it("no file reaches into a package, or out of one, by a path", () => {
  expect(crossings).toEqual([]);
});

it("nothing is imported from a package but what it exports by its name", () => {
  const exported = globSync("packages/*/package.json", { cwd: projectRoot }).flatMap((file) => {
    const { name, exports } = JSON.parse(readFileSync(path.join(projectRoot, file), "utf8"));
    return Object.keys(exports).map((key) => path.posix.join(name, key));
  });
  const others = files.flatMap((file) =>
    imported(file).filter((name) => name.startsWith("@drover/") && !exported.includes(name)),
  );
  expect(exported).toContain("@drover/aws-local/loopback-server");
  expect(others).toEqual([]);
});

it("the packages know nothing of Drover and nothing of each other", () => {
  const known = files
    .filter((file) => /^packages\/[^/]+\/src\//.test(file))
    .flatMap((file) =>
      imported(file)
        .filter((name) => name.startsWith("#") || name.startsWith("@drover/"))
        .map((name) => `${file} imports ${name}`),
    );
  expect(known).toEqual([]);
});
