import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { routes } from "#shared/contracts/api/routes/routes.ts";
import { catalogue } from "#shared/errors/catalogue.ts";

/** Phrases that readers stumbled over, each with what to write instead. */
const mannered: readonly (readonly [RegExp, string])[] = [
  [/\bstands? still\b|\bstood still\b/, "paused, or frozen"],
  [/\bwhat is left of (?:it|them)\b/, "the rest"],
  [/\b(?:agents?|clients?) of (?:others|other makers)\b/, "external agent, third-party client"],
  [/\bwhat stands there\b/, "the value, or the text"],
  [/\bmakes? of its own\b/, "separate"],
  [/\bthe one that is meant\b/, "the right one"],
  [/\boutside of the farm\b/, "outside agent"],
  [/\b(?:taken|kept) out of work\b/, "out of service, or quarantined"],
  [/\btoo many at once\b/, "too many requests change it"],
  [/\b(?:begun|made|done|start) anew\b/, "again"],
  [/\bbroke off\b/, "failed, or was aborted"],
];

const root = path.resolve(import.meta.dirname, "../..");
const pages = globSync(
  "{README,CONTRIBUTING,SECURITY}.md docs/*.md docs/errors/*.md */README.md packages/*/README.md".split(" "),
  {
    cwd: root,
    exclude: (name) => name.includes("node_modules"),
  },
).filter((page) => !/docs\/(?:spec|faults)\.md|state-machines\//.test(page));

const found = (where: string, text: string): readonly string[] =>
  mannered.flatMap(([phrase, instead]) => {
    const [said] = phrase.exec(text.replaceAll(/\s+/g, " ")) ?? [];
    return said === undefined ? [] : [`${where}: '${said}': write ${instead}`];
  });

it("pages, advice of errors and summaries of routes use plain words", () => {
  expect(pages.length).toBeGreaterThan(100);
  expect([
    ...pages.flatMap((page) => found(page, readFileSync(path.join(root, page), "utf8"))),
    ...Object.entries(catalogue).flatMap(([code, { advice }]) => found(code, advice.join(" "))),
    ...Object.entries(routes).flatMap(([name, route]) => found(name, route.summary)),
  ]).toEqual([]);
});
