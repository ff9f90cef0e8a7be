import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const page = readFileSync(path.join(root, "CONTRIBUTING.md"), "utf8");
const [, section = ""] = page.split("## Where a change goes\n");
const rows = (section.split("\n## ")[0] ?? "")
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .slice(1)
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, adding = "", begin = "", registries = "", then = ""]) => ({ adding, begin, registries, then }));
const pathsIn = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, named = ""]) => named);
const registries = rows.flatMap((row) => pathsIn(row.registries));

/** Of each registry an entry, as it stands there: without it the file must not compile. */
const entries: Readonly<Record<string, string>> = {
  "shared/actions/built-in-actions.ts": "  wait_for: waitFor,\n",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as it stands in the file
  "shared/actions/built-in/tap.ts": "  inWords: (_, on) => `tap ${on}`,\n",
  "device-host/validators/run-validators.ts": "  external: externalValidator,\n",
  "shared/rules/judging/match-evidence.ts": "  contentRow: matchRows,\n",
  "agent/model-calls/model-for.ts":
    '  async anthropic(access) {\n    const { anthropicProvider } = await import("../providers/anthropic/anthropic-provider.ts");\n    return anthropicProvider(access);\n  },\n',
  "agent/dialects/dialect-registry.ts": '  "ui-venus": pictureDialect(uiVenusFormat),\n',
  "agent/script/script-line.ts": '  wait: saying("wait", "duration"),\n',
  "device-host/commands/command-registry.ts": "  release: { answer: ReleaseAnswer, run: release },\n",
  "infra/functions/usual-parts.ts": '  "check-progress": asking,\n',
  "device-host/devices/probe-capabilities.ts":
    '  keys: { command: usage, isMissing: (answer) => lacks(answer, "keyevent") },\n',
  "console/src/pages/webhooks/webhook-words.ts":
    '  "schedule.finished": "a scheduled batch ends, with its changes",\n',
  "shared/rules/job-options.ts":
    '  allowAlreadySatisfied: [task, "--again", "run even when all checks already pass"],\n',
  "shared/rules/taken-fields.ts": '  tags: ["whole", "whole", "whole"],\n',
  "packages/step-functions/src/integrations/standard-integrations.ts":
    '  "events:putEvents": putEvents(sdk.eventBridge),\n',
  "agent/recovery/failure-category.ts": '  PoolNotFound: "element_not_found",\n',
};

let project: string;
let said: string;
beforeAll(async () => {
  project = await realpath(await mkdtemp(path.join(tmpdir(), "drover-registries-")));
  await symlink(path.join(root, "node_modules"), path.join(project, "node_modules"));
  const { imports } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const paths = Object.entries(imports as Record<string, string>).map(([name, to]) => [
    name,
    [path.join(root, to)],
  ]);
  // A registry that is read from elsewhere finds what it imports beside where it was read.
  const sides = { whole: path.join(project, "whole"), missing: path.join(project, "missing") };
  const compilerOptions = { rootDirs: [root, sides.whole, sides.missing], paths: Object.fromEntries(paths) };
  const files: string[] = [];
  for (const [file, entry] of Object.entries(entries)) {
    const text = readFileSync(path.join(root, file), "utf8");
    for (const [side, content] of [
      [sides.whole, text],
      [sides.missing, text.replace(entry, "")],
    ] as const) {
      files.push(path.join(side, file));
      await mkdir(path.dirname(path.join(side, file)), { recursive: true });
      await writeFile(path.join(side, file), content);
    }
  }
  await writeFile(path.join(project, "package.json"), '{ "type": "module" }');
  await writeFile(
    path.join(project, "tsconfig.json"),
    JSON.stringify({ extends: path.join(root, "tsconfig.json"), compilerOptions, include: [], files }),
  );
  const compiler = path.join(root, "node_modules/typescript/bin/tsc");
  said = await new Promise((resolve) => {
    execFile(
      process.execPath,
      [compiler, "-p", project, "--checkers", "1"],
      { cwd: project, maxBuffer: 2 ** 26 },
      (_, out) => resolve(out),
    );
  });
}, 300_000);
afterAll(() => rm(project, { recursive: true, force: true }));

const errorsIn = (file: string): readonly string[] =>
  said.split("\n").filter((line) => line.startsWith(`${file}(`));

describe("CONTRIBUTING's table of where a change goes", () => {
  it("names files and folders that are there", () => {
    expect(rows.length).toBeGreaterThan(12);
    const named = rows.flatMap((row) => [row.begin, row.registries, row.then].flatMap(pathsIn));
    expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  it("names the registries that are tried here, and no other", () => {
    expect([...new Set(registries)].sort()).toEqual(Object.keys(entries).sort());
  });

  it.each(Object.entries(entries))("%s does not compile without an entry", (file, entry) => {
    expect(readFileSync(path.join(root, file), "utf8")).toContain(entry);
    expect(errorsIn(`whole/${file}`)).toEqual([]);
    // That an import is not used any more is no proof.
    expect(errorsIn(`missing/${file}`).filter((line) => !line.includes("TS6133"))).not.toEqual([]);
  });
});
