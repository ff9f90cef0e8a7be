import { readFile } from "node:fs/promises";
import { Command } from "commander";
import { expect, it } from "vitest";
import { exitCodes } from "#cli/terminal/exit-codes.ts";
import { loadCommand } from "../../cli/commands.ts";

const known = new Map(Object.entries(loadCommand));
const files = ["skills/drover/SKILL.md", "skills/drover/AGENTS.snippet.md"];

it.each(files)("every command and option that %s tells a coding agent is there", async (file) => {
  const commands = [...(await readFile(file, "utf8")).matchAll(/drover ([a-z]+)((?: [^`\n#]*)?)/g)];
  expect(commands.length).toBeGreaterThan(2);
  for (const [whole, name = "", rest = ""] of commands) {
    const load = known.get(name);
    expect(load, whole).toBeDefined();
    const command = await load?.().then((build) => build(new Command(name)));
    const all = [command, ...(command?.commands ?? [])].flatMap((one) => one?.options ?? []);
    const options = ["--help", ...all.flatMap(({ long }) => long ?? [])];
    for (const [option] of rest.matchAll(/--[a-z-]+/g)) expect(options, whole).toContain(option);
  }
});

it("a coding agent is told the exit codes as they are", async () => {
  const text = (await readFile("skills/drover/SKILL.md", "utf8")).replaceAll(/\s+/g, " ");
  const words = { usage: "wrong usage", noFarm: "no farm", overBudget: "over budget" } as Record<
    string,
    string
  >;
  const { error: _error, interrupted: _interrupted, ...told } = exitCodes;
  for (const [name, code] of Object.entries(told)) expect(text).toContain(`${code} ${words[name] ?? name}`);
});
