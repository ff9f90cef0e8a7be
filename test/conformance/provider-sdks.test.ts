import { expect, it } from "vitest";
import { importsOf } from "./layers.ts";
import { productSources } from "./source-tree.ts";

/** The one folder that may know a model service's own package. */
const homes: Readonly<Record<string, string>> = {
  "@anthropic-ai/sdk": "shared/agent/providers/anthropic/",
  openai: "shared/agent/providers/openai/",
};

const packageOf = (specifier: string): string | undefined =>
  Object.keys(homes).find((name) => specifier === name || specifier.startsWith(`${name}/`));

it("[spec I1.3] a model service's package is imported by its provider alone", () => {
  const strays = productSources().flatMap((source) =>
    importsOf(source).flatMap((specifier) => {
      const home = homes[packageOf(specifier) ?? ""];
      return home === undefined || source.file.startsWith(home)
        ? []
        : [`${source.file} imports ${specifier}, which belongs to ${home}`];
    }),
  );
  expect(strays).toEqual([]);
});
