import { describe, expect, it } from "vitest";
import { importsOf, layers, refusal } from "./layers.ts";
import { parseSource } from "./source-tree.ts";

const specifierOf = (folder: string): string =>
  folder.startsWith("packages/") ? folder.replace("packages", "@drover") : `#${folder}/file.ts`;
const folders = Object.keys(layers);

describe("the layers", () => {
  it("refuse to each the import of every other that it does not know", () => {
    const forbidden = folders.flatMap((folder) =>
      folders
        .filter((other) => other !== folder)
        .filter((other) => !layers[folder]?.knows.some((known) => other.startsWith(known)))
        .map((other) => ({ folder, specifier: specifierOf(other) })),
    );
    expect(forbidden.length).toBeGreaterThan(250);
    const taken = forbidden.filter(
      ({ folder, specifier }) => !refusal(`${folder}/deep/file.ts`, specifier)?.includes("knows nothing of"),
    );
    expect(taken).toEqual([]);
  });

  it("refuse to each the modules that it is to be without, and what lies below them", () => {
    const unwanted = Object.entries(layers).flatMap(([folder, { without = [] }]) =>
      without.flatMap((name) => [name, `${name}/promises`].map((specifier) => ({ folder, specifier }))),
    );
    expect(unwanted.length).toBeGreaterThan(80);
    const taken = unwanted.filter(
      ({ folder, specifier }) => refusal(`${folder}/file.ts`, specifier) !== `${folder} has no ${specifier}`,
    );
    expect(taken).toEqual([]);
  });

  it.each([
    ["shared/screen/area.ts", "../rules/secrets.ts", "shared/screen knows nothing of shared/rules"],
    ["device-host/commands/act.ts", "../../functions/plan.ts", "device-host knows nothing of functions"],
    [
      "device-host/commands/act.ts",
      "../../shared/errors/a.ts",
      "an import from another top folder begins with #",
    ],
    ["functions/plan.ts", "#functions/runtime/a.ts", "an import inside a top folder is relative"],
    ["website/page.ts", "#shared/contracts/job.ts", "no layer is named for its folder"],
  ])("refuse to %s a path round them: %s", (file, specifier, reason) => {
    expect(refusal(file, specifier)).toBe(reason);
  });

  it("see an import in each of its forms", () => {
    const text = `import { a } from "one"; import type { B } from "two"; import "three"; export * from "four";
      export { c } from "five"; const d = await import("six"); type E = import("seven").E; const f = require("eight");`;
    const forms = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
    expect(importsOf(parseSource("a.ts", text))).toEqual(forms);
  });
});
