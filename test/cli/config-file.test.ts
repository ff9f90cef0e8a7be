import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drover, ended, spawnDrover } from "../e2e/drover-process.ts";

let dir: string;
let good: string;
let bad: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-config-cli-"));
  good = path.join(dir, "good.ts");
  bad = path.join(dir, "bad.ts");
  await writeFile(
    good,
    'import { defineConfig } from "@drover/cli/config";\nexport default defineConfig({ prices: {} });\n',
  );
  await writeFile(bad, 'export default { prices: { m: "cheap" } };\n');
  await mkdir(path.join(dir, "farm"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const doctor = (...args: string[]) => drover("doctor", "--dir", path.join(dir, "farm"), ...args);

describe("the config of a project", () => {
  it("is TypeScript that finds @drover/cli/config wherever it lies, and the doctor says which is used", async () => {
    const { stdout } = await doctor("--config", good);
    expect(stdout).toMatch(new RegExp(`^ok +config +${good}$`, "m"));
  });

  it("is named by DROVER_CONFIG_FILE too, and a flag goes before that", async () => {
    const environment = { DROVER_CONFIG_FILE: bad };
    const named = await ended(spawnDrover(["doctor", "--dir", path.join(dir, "farm")], environment));
    expect(named.stdout).toMatch(/^fail +config +.*prices\.m is "cheap"/m);
    expect(named.code).not.toBe(0);
    const flagged = await ended(
      spawnDrover(["doctor", "--dir", path.join(dir, "farm"), "--config", good], environment),
    );
    expect(flagged.stdout).toContain(good);
  });

  it("is not needed", async () => {
    expect((await doctor()).stdout).toMatch(/^ok +config +no drover\.config\.ts/m);
  });

  it.each(["up", "demo"])("that is wrong is said by drover %s before anything starts", async (command) => {
    const { code, stderr } = await drover(command, "--dir", path.join(dir, "farm"), "--config", bad);
    expect(code).toBe(10);
    expect(stderr).toMatch(/^error: .*bad\.ts cannot be used: prices\.m is "cheap"/m);
  });

  it("that does not exist is told from one whose import does not", async () => {
    const { stdout } = await doctor("--config", path.join(dir, "nowhere.ts"));
    expect(stdout).toMatch(/nowhere\.ts does not exist\n.*--config/);
    const importer = path.join(dir, "importer.ts");
    await writeFile(importer, 'import "./nowhere.ts";\n');
    expect((await doctor("--config", importer)).stdout).toMatch(
      /importer\.ts cannot be loaded: .*nowhere\.ts/,
    );
  });
});
