import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseAction } from "#agent/targets/parse-action.ts";
import { agentTools } from "#agent/targets/tool-schema.ts";
import { resolveTarget } from "#shared/actions/resolve-target.ts";
import { loadProjectConfig } from "#shared/config/load-project-config.ts";

let dir: string;
let files = 0;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-actions-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const action = (change = "", name = "shake") => `defineAction({
  name: "${name}", description: "Shake it.", parameters: z.strictObject({ times: z.int().max(9) }), aliases: ["rattle"],
  kind: "keys", capability: "keys", device: z.strictObject({ times: z.int() }), aims: () => ({ at: "anywhere" }),
  run: async () => { throw new TypeError("not so fast"); }, ${change} })`;

async function configWith(...actions: readonly string[]) {
  files += 1;
  const file = path.join(dir, `drover-${files}.config.ts`);
  await writeFile(
    file,
    `import { defineAction, defineConfig, z } from "@drover/cli/config";
     export default defineConfig({ actions: [${actions.join(", ")}] });`,
  );
  return loadProjectConfig({ DROVER_CONFIG_FILE: file });
}

describe("a registered action", () => {
  it("[spec I8.1] is offered to the model with its words and parameters, validated and resolved like a built-in one", async () => {
    const { catalogue } = await configWith(action());
    expect(agentTools(catalogue).find(({ name }) => name === "shake")).toMatchObject({
      description: "Shake it.",
      parameters: { properties: { times: { type: "integer" } }, required: expect.arrayContaining(["times"]) },
    });
    const shake = parseAction({ action: "shake", times: 3 }, catalogue);
    expect(resolveTarget(shake, catalogue, { tree: null, apps: [] })).toEqual({
      deviceAction: { action: "shake", times: 3 },
    });
    expect(() => parseAction({ action: "shake", times: 10 }, catalogue)).toThrow("times");
    expect(() => parseAction({ action: "rattle", times: 1 }, catalogue)).toThrow("Did you mean 'shake'?");
  });

  it("that throws is named", async () => {
    const { catalogue } = await configWith(action());
    const context = {} as never;
    await expect(catalogue.find("shake")?.device && runOf(catalogue, context)).rejects.toMatchObject({
      code: "ExtensionFailed",
      message: "Action 'shake' failed: TypeError: not so fast",
    });
  });

  it.each([
    ["", "tap", 'actions.0.name is "tap": is the name of a built-in action'],
    ["", "click", "is the name of a built-in action"],
    ["", "finish", "is the name of a built-in action"],
    ["", "Shake It", "must be 2 to 40 lower-case letters"],
    ["kind: undefined,", "shake", "actions.0.kind is missing"],
    ["kind: 'magic',", "shake", 'actions.0.kind is "magic"'],
    ["run: 5,", "shake", "actions.0.run is 5: must be a function"],
    ["parameters: {},", "shake", "actions.0.parameters is {}: must be a z.strictObject"],
  ])("with %s named %s is refused when the config is read: %s", async (change, name, said) => {
    await expect(configWith(action(change, name))).rejects.toThrow(said);
  });

  it("cannot have the name of another", async () => {
    await expect(configWith(action(), action())).rejects.toThrow("have the same name twice");
  });
});

type Catalogue = Awaited<ReturnType<typeof configWith>>["catalogue"];
async function runOf(catalogue: Catalogue, context: never): Promise<unknown> {
  const definition = catalogue.find("shake");
  if (definition?.device === undefined) throw new Error("it has no part for a device");
  return definition.run({ times: 1 }, context);
}
