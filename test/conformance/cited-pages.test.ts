import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
const files = globSync(
  "{agent,api,batches,bin,cli,device-host,functions,infra,local,shared,state-machines,test,packages/*/{src,test}}/**/*.{ts,js,md}",
  { cwd: root, exclude: (name) => name.includes("node_modules") },
).filter((file) => !file.endsWith("cited-pages.test.ts"));

/** What may be cited after the page's name: ids of table rows, numbers of rules, numbers of the list at the top. */
const citable: Readonly<Record<string, { readonly form: RegExp; readonly ids: readonly string[] }>> = {
  "docs/faults.md": { form: /[A-Z]\d+(?:\.\d+)?/g, ids: ids("docs/faults.md", /^\| ([A-Z]\d+) \|/gm) },
  "docs/spec.md": { form: /[A-Z]\d+(?:\.\d+)?/g, ids: ids("docs/spec.md", /^\| ([A-Z][\d.]+) \|/gm) },
  "docs/security.md": { form: /\d+/g, ids: ids("docs/security.md", /^## Rule (\d+):/gm) },
};

function ids(page: string, form: RegExp): readonly string[] {
  return [...read(page).matchAll(form)].map(([, id = ""]) => id);
}

/** Comments run over lines: the marks at their beginnings are taken out, so that a citation stands in one piece. */
const unwrapped = (source: string): string => source.replaceAll(/\n\s*(?:\*|\/\/) /g, " ");

const citation = /(docs\/(?:faults|spec|security)\.md) (?:rules? )?((?:[A-Z]?\d+(?:\.\d+)?(?:, | and )?)+)/g;

describe("what sources cite", () => {
  it("is a page that is there", () => {
    const missing = files.flatMap((file) =>
      [...read(file).matchAll(/(?<![\w./-])docs\/[\w/-]+\.(?:md|json)/g)]
        .filter(([page]) => !existsSync(path.join(root, page)))
        .map(([page]) => `${file}: ${page}`),
    );
    expect(missing).toEqual([]);
  });

  it("is a row or rule of its page", () => {
    const cited = files.flatMap((file) =>
      [...unwrapped(read(file)).matchAll(citation)].flatMap(([, page = "", after = ""]) =>
        (after.match(citable[page]?.form ?? /^$/) ?? []).map((id) => ({ file, page, id })),
      ),
    );
    expect(cited.length).toBeGreaterThan(80);
    expect(cited.filter(({ page, id }) => !citable[page]?.ids.includes(id))).toEqual([]);
  });

  it("is named with its folder, never by a document outside the repository", () => {
    const loose = files.flatMap((file) =>
      [
        ...read(file).matchAll(
          /(?<!\[|\[spec |\w)spec [A-Z]\d|(?<!docs\/|[\w./-])(?:faults|spec|security|design)\.md|(?<!\.md )security rule \d/g,
        ),
      ].map(([words]) => `${file}: ${words}`),
    );
    expect(loose).toEqual([]);
  });

  it("carries its page with it: no bare id in brackets", () => {
    const bare = files
      .filter((file) => !/(^|\/)test\//.test(file))
      .flatMap((file) =>
        [
          ...unwrapped(read(file)).matchAll(
            /(?:\/\*\*|\/\/|\s\*)[^\n]*?\(((?:[A-IR]\d+(?:\.\d+)?(?:, )?)+)\)/g,
          ),
        ].map(([, id]) => `${file}: (${id})`),
      );
    expect(bare).toEqual([]);
  });
});
