import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { App } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundleConfig } from "#infra/bundle-config.ts";
import { addDroverStacks } from "#infra/drover-stacks.ts";
import { loadProjectConfig } from "#shared/config/load-project-config.ts";
import { functionNames, functions } from "#shared/contracts/functions.ts";
import { settings } from "./synthesised.ts";

const made: string[] = [];
let dir: string;
beforeAll(async () => {
  dir = await temporary();
});
afterAll(() => Promise.all(made.map((folder) => rm(folder, { recursive: true }))));

async function temporary(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "drover-bundled-"));
  made.push(folder);
  return folder;
}

async function bundled(name: string, text: string): Promise<string> {
  const file = path.join(dir, name);
  await writeFile(file, text);
  const folder = await bundleConfig(file);
  made.push(folder);
  return folder;
}

it("a config with all it imports becomes one module that stands alone", async () => {
  await writeFile(path.join(dir, "prices.ts"), "export const input: number = 3;");
  const folder = await bundled(
    "drover.config.ts",
    `import { defineConfig } from "drover/config";
    import { input } from "./prices.ts";
    export default defineConfig({ prices: { own: { input, output: 5 } } });`,
  );
  expect(await readdir(folder)).toEqual(["drover.config.mjs"]);
  const config = await loadProjectConfig({ DROVER_CONFIG_FILE: path.join(folder, "drover.config.mjs") });
  expect(config.prices).toEqual({ own: { input: 3, output: 5 } });
});

it("a config that no function could read is refused before anything is deployed", async () => {
  await expect(bundled("wrong.config.ts", "export default { prise: {} };")).rejects.toThrow(
    "prise is no setting of Drover",
  );
});

it("every function that reads the config finds it beside its own bundle, and no other has it", async () => {
  const configDirectory = await bundled("plain.config.ts", "export default {};");
  const app = new App({
    outdir: await temporary(),
    context: { ...settings, "aws:cdk:bundling-stacks": [] },
  });
  const stacks = addDroverStacks(app, { configDirectory });
  const deployed = [stacks.workflow, stacks.api].flatMap((stack) =>
    Object.values(Template.fromStack(stack).findResources("AWS::Lambda::Function")),
  );
  const readers = deployed.filter(({ Properties }) => Properties.Environment.Variables.DROVER_CONFIG_FILE);
  expect(readers).toHaveLength(functionNames.filter((name) => "readsConfig" in functions[name]).length);
  for (const { Properties } of readers) {
    expect(Properties.Environment.Variables.DROVER_CONFIG_FILE).toBe("/opt/drover.config.mjs");
    expect(JSON.stringify(Properties.Layers)).toContain("ProjectConfig");
  }
});
