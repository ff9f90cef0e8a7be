import { describe, expect, it } from "vitest";
import { commandGroups } from "#cli/commands.ts";
import { commandLineHere } from "./command-line-here.ts";
import { everyCommand } from "./every-command.ts";

const known = await everyCommand();
/** They print the help of their package, which has a command of its own and is 80 columns wide. */
const ofPackages: readonly string[] = ["engine", "phones", "model"];
const headings = (help: string): readonly string[] => help.match(/^[A-Z][\w ]*:$/gm) ?? [];

describe("drover's help", () => {
  it.each([80, 60])("fits a terminal of %i columns, for every command and group", (columns) => {
    const wide = known.flatMap(({ words, command }) => {
      if (columns < 80 && ofPackages.includes(words)) return [];
      command.configureOutput({ getOutHelpWidth: () => columns });
      const lines = command.helpInformation().split("\n");
      // A word is never broken.
      const isWide = (line: string) => line.length > columns && /\S \S/.test(line);
      return lines.filter(isWide).map((line) => `${words}: ${line}`);
    });
    expect(known.length).toBeGreaterThan(80);
    expect(wide).toEqual([]);
  });

  it("groups the commands in the order in which people come to them", async () => {
    const { stdout } = await commandLineHere("--help");
    const named = headings(stdout).filter((heading) => heading in commandGroups);
    expect(named).toEqual(["Start here:", "A running job:", "Results:", "Devices:", "Farm:", "Project:"]);
  });

  it("shows the options of run in five groups", () => {
    const run = known.find(({ words }) => words === "run")?.command;
    const groups = headings(run?.helpInformation() ?? "").filter((heading) => heading !== "Arguments:");
    expect(groups).toHaveLength(5);
    expect(groups).not.toContain("Options:");
  });
});
