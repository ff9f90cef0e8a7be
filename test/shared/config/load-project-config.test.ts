import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadProjectConfig } from "#shared/config/load-project-config.ts";
import { DroverError } from "#shared/errors/drover-error.ts";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-config-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

let files = 0;
async function written(text: string, extension = "mjs"): Promise<string> {
  files += 1;
  const file = path.join(dir, `config-${files}.${extension}`);
  await writeFile(file, text);
  return file;
}

const load = (file: string) => loadProjectConfig({ DROVER_CONFIG_FILE: file });

async function refusalOf(text: string): Promise<DroverError> {
  const error = await load(await written(text)).catch((thrown: unknown) => thrown);
  if (error instanceof DroverError) return error;
  throw new Error("it was not refused", { cause: error });
}

describe("a project's config", () => {
  it("is not needed: without a file everything is as Drover has it", async () => {
    const config = await loadProjectConfig({});
    expect(config).toMatchObject({ file: null, providers: {}, prices: {} });
    expect(await loadProjectConfig({ DROVER_CONFIG_FILE: "" })).toEqual(config);
  });

  it("is TypeScript that imports @drover/cli/config, or JavaScript that imports nothing", async () => {
    const prices = { tiny: { input: 1, output: 2 } };
    const typed = `import { defineConfig } from "@drover/cli/config";
      const input: number = 1;
      export default defineConfig({ prices: { tiny: { input, output: 2 } } });`;
    for (const file of [
      await written(typed, "ts"),
      await written(`export default ${JSON.stringify({ prices })};`),
    ])
      expect(await load(file)).toMatchObject({ file, prices });
  });

  it("is read once in a process, also when it has changed since", async () => {
    const file = await written("export default { prices: { a: { input: 1, output: 1 } } };");
    const first = await load(file);
    await writeFile(file, "export default { prices: {} };");
    expect(await load(file)).toBe(first);
  });

  it("names file, field, value and remedy of each thing that is wrong", async () => {
    const error = await refusalOf(`export default {
      providers: { groq: { kind: "openai", baseUrl: "ftp://x" } }, prices: { m: { input: -1 } },
    };`);
    expect(error.code).toBe("ConfigurationInvalid");
    expect(error.message).toContain(String(error.details.file));
    expect(error.message).toContain(
      'providers.groq.baseUrl is "ftp://x": must be an http or https address; prices.m.input is -1',
    );
    expect(error.message).toContain("prices.m.output is missing");
    expect(error.advice.join()).toContain("restart");
  });

  it("names a setting that does not exist, and does not show what may be a key in the wrong place", async () => {
    const error = await refusalOf('export default { apiKey: "sk-1234567890123456789012" };');
    expect(error.message).toContain("apiKey is not a setting of Drover");
    expect(JSON.stringify([error.message, error.details])).not.toContain("sk-1234");
  });

  it.each([
    ["export const prices = {};", "has no default export"],
    ["export default 7;", "the config is 7"],
    ["throw new TypeError('no such table');", "cannot be loaded: TypeError: no such table"],
    ["import './not-there.mjs';", "cannot be loaded"],
  ])("says of %s that it %s", async (text, said) => {
    expect((await refusalOf(text)).message).toContain(said);
  });
});
