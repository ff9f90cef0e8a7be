import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { App } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundleConfig } from "#infra/functions/bundle-config.ts";
import { addDroverStacks } from "#infra/stacks/drover-stacks.ts";
import { loadProjectConfig } from "#shared/config/load-project-config.ts";
import { functionNames, functions } from "#shared/contracts/functions/functions.ts";
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

async function bundled(name: string, text: string) {
  const file = path.join(dir, name);
  await writeFile(file, text);
  const config = await bundleConfig(file);
  made.push(config.configDirectory);
  return config;
}

it("a config with all it imports becomes one module that stands alone", async () => {
  await writeFile(path.join(dir, "prices.ts"), "export const input: number = 3;");
  const { configDirectory: folder } = await bundled(
    "drover.config.ts",
    `import { defineConfig } from "@drover/cli/config";
    import { input } from "./prices.ts";
    export default defineConfig({ prices: { own: { input, output: 5 } } });`,
  );
  expect(await readdir(folder)).toEqual(["drover.config.mjs"]);
  const config = await loadProjectConfig({ DROVER_CONFIG_FILE: path.join(folder, "drover.config.mjs") });
  expect(config.prices).toEqual({ own: { input: 3, output: 5 } });
});

it("what the project tells agents of its apps is carried along, and no other file beside it", async () => {
  await mkdir(path.join(dir, "apps"));
  await writeFile(path.join(dir, "apps/com.example.shop.md"), "Prices are without tax.");
  await writeFile(path.join(dir, "apps/notes.txt"), "private");
  const { configDirectory: folder } = await bundled("hints.config.ts", "export default {};");
  await rm(path.join(dir, "apps"), { recursive: true });
  expect(await readdir(path.join(folder, "apps"))).toEqual(["com.example.shop.md"]);
  expect(await readFile(path.join(folder, "apps/com.example.shop.md"), "utf8")).toBe(
    "Prices are without tax.",
  );
});

it("a config that no function could read is refused before anything is deployed", async () => {
  await expect(bundled("wrong.config.ts", "export default { prise: {} };")).rejects.toThrow(
    "prise is not a setting of Drover",
  );
});

async function stacksWith(config: Parameters<typeof addDroverStacks>[1]) {
  return addDroverStacks(new App({ outdir: await temporary(), context: settings }), config);
}

it("every function that reads the config finds it beside its own bundle, and no other has it", async () => {
  const stacks = await stacksWith(await bundled("plain.config.ts", "export default {};"));
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

const office = (keySource: string): string =>
  `export default { providers: { office: { kind: "openai", baseUrl: "https://models.example.com/v1", keySource: "${keySource}" } } };`;
const arn = "arn:aws:secretsmanager:us-east-1:111122223333:secret:office/model-key-aBcD12";

it("[spec R15] what asks models may read the secret in which a provider of the config has its key, and no other", async () => {
  const { workflow, api } = await stacksWith(await bundled("secret.config.ts", office(`secret:${arn}`)));
  const statementsOf = (stack: typeof workflow | typeof api) =>
    Object.values(Template.fromStack(stack).findResources("AWS::IAM::Policy"))
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
      .filter(({ Action }) => JSON.stringify(Action).includes("secretsmanager:"))
      // What webhooks are signed with lies under a prefix of its own.
      .filter(({ Resource }) => !JSON.stringify(Resource).includes("drover-webhooks/"));
  const readers = functionNames.filter((name) =>
    (functions[name].permissions as readonly string[]).includes("read-model-key"),
  );
  const read = statementsOf(api).filter(({ Action }) => Action === "secretsmanager:GetSecretValue");
  expect(read).toHaveLength(1);
  expect(read[0]?.Resource).toEqual([expect.anything(), arn]);
  const statements = statementsOf(workflow);
  expect(statements).toHaveLength(readers.length - 1);
  for (const { Action, Resource } of statements) {
    expect(Action).toBe("secretsmanager:GetSecretValue");
    expect(Resource).toEqual([{ Ref: expect.stringMatching(/^ModelApiKey/) }, arn]);
  }
});

it.each(["office/model-key", arn.slice(0, -7)])(
  "a key that no function could be allowed to read stops the deployment, with the remedy: %s",
  async (source) => {
    const config = await bundled("unreadable.config.ts", office(`secret:${source}`));
    await expect(stacksWith(config)).rejects.toThrow(
      /describe-secret[\s\S]+providers\.office\.keySource: '\S+' is not the complete ARN/,
    );
  },
);
