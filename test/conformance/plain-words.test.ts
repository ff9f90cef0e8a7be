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
  [/\bout of work\b/, "out of service, or quarantined"],
  [/\btoo many at once\b/, "too many requests change it"],
  [/\b(?:begun|made|done|start) anew\b/, "again"],
  [/\bbroke off\b/, "failed, or was aborted"],
  [/\b(?:go|goes|went) on (?:with|as|without|until)\b/, "continue"],
  [/\bonce more\b/, "again"],
  [/\banew\b/, "again"],
  [/\bat the most\b/, "at most"],
  [/\bmay be given (?:again|more than once)\b/, "repeatable"],
  [/\bwhat (?:it|they|each|this) (?:has |have |had )?c[ao]me to\b/, "the result"],
  [/\bwhat c[ao]mes? of (?:it|them)\b/, "the result"],
  [/(?<!there )\bis no (?:JSON|object|bundle|text|name|method|parameter|field)\b/i, "is not"],
  [/\b(?:is|are|was|were) told of\b/, "gets, or sees"],
  [/\bagents? outside of\b/, "outside agent"],
  [/other makers?\b/, "third-party"],
  [/\bgiven back\b/, "released, or returned"],
  [/\b(?:the first|only|at most|after) so many\b/, "this many, or the number"],
  [/\bwaits? for a yes\b/, "waits for approval"],
  [/\blets? (?:it|them|him) go\b/, "hands it back, or resumes it"],
  [/\bhave it done\b/, "run it"],
  [/\bstands? (?:beside|above|behind|under) (?:it|them|the)\b/, "is beside"],
  [/\bof no use\b/, "useless, or could not help"],
  [/\bnothing (?:speaks|was said) against\b/i, "nothing contradicts"],
];

const root = path.resolve(import.meta.dirname, "../..");
const pages = globSync(
  "{README,CONTRIBUTING,SECURITY}.md docs/*.md docs/errors/*.md */README.md packages/*/README.md".split(" "),
  {
    cwd: root,
    exclude: (name) => name.includes("node_modules"),
  },
).filter((page) => !/docs\/(?:spec|faults)\.md|state-machines\//.test(page));

/** The texts of console and command line are in their sources. */
const sources = globSync(["cli/**/*.ts", "console/src/**/*.{ts,tsx}"], { cwd: root });

/** Without what is quoted: output and prompts. */
const read = (file: string): string =>
  readFileSync(path.join(root, file), "utf8").replaceAll(/^```.*?^```/gms, "");

const found = (where: string, text: string): readonly string[] =>
  mannered.flatMap(([phrase, instead]) => {
    const [said] = phrase.exec(text.replaceAll(/\s+/g, " ")) ?? [];
    return said === undefined ? [] : [`${where}: '${said}': write ${instead}`];
  });

it("pages, advice of errors, summaries of routes, console and command line use plain words", () => {
  expect(pages.length).toBeGreaterThan(100);
  expect([
    ...[...pages, ...sources].flatMap((file) => found(file, read(file))),
    ...Object.entries(catalogue).flatMap(([code, { advice }]) => found(code, advice.join(" "))),
    ...Object.entries(routes).flatMap(([name, route]) => found(name, route.summary)),
  ]).toEqual([]);
});
