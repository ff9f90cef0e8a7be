import { globSync, readFileSync } from "node:fs";
import { Command } from "commander";
import { expect, it } from "vitest";
import { loadCommand, oldVerbs } from "#cli/commands.ts";
import { takeProfiles } from "#cli/profile-option.ts";
import packageFile from "../../package.json" with { type: "json" };

const pages = globSync(
  "{*.md,{agent,api,batches,cli,console,device-host,docs,examples,functions,infra,local,packages,shared,skills,state-machines,tasks}/**/*.md,docs/*.yaml,examples/**/*.{yaml,yml}}",
  { exclude: (name) => name.includes("node_modules") },
);

interface Mention {
  readonly page: string;
  readonly words: readonly string[];
}

/** Commands as pages write them: lines of blocks for a shell, and what stands between backticks. */
function commandsIn(page: string, text: string): readonly Mention[] {
  const blocks = [...text.matchAll(/```(?:sh|bash|console)\n([\s\S]*?)```/g)].flatMap(([, block = ""]) =>
    block.replaceAll(/\\\n\s*/g, " ").split("\n"),
  );
  const inline = [...text.replaceAll(/```[\s\S]*?```/g, "").matchAll(/`([^`]+)`/g)].map(([, code = ""]) =>
    code.replaceAll(/\s+/g, " "),
  );
  return [...blocks, ...inline]
    .flatMap((line) => line.replace(/(^|\s)#.*$/, "").split(/\s(?:&&|\|\||[|;>&])\s/))
    .map((part) =>
      part
        .trim()
        .replace(/^\$ /, "")
        .replace(/^(?:[A-Z][A-Z0-9_]*=\S+ )*/, ""),
    )
    .map((part) => part.replaceAll(/[[\]]/g, " ").match(/'[^']*'|"[^"]*"|\S+/g) ?? [])
    .map((words) => ({ page, words: words[0] === "npx" ? words.slice(1) : [...words] }));
}

const program = takeProfiles(new Command("drover"));
for (const [name, load] of Object.entries(loadCommand)) takeProfiles((await load())(program.command(name)));

const oldVerbNames = new Set(Object.keys(oldVerbs).map((verb) => verb.split(" ")[0]));

/** Why there is no such command; null: there is. What stands behind `--` is another program's. */
function wrongWith([, ...words]: readonly string[]): string | null {
  let command = program;
  let isValue = false;
  for (const word of words) {
    if (word === "--") return null;
    const option = /^(--[a-z][a-z-]*|-[a-zA-Z])(?==|$)/.exec(word)?.[1];
    const next = command.commands.find((one) => one.name() === word || one.aliases().includes(word));
    if (option !== undefined) {
      if (!knows(command, option)) return `no ${option}`;
      isValue = takesValue(command, option) && !word.includes("=");
    } else if (isValue) isValue = false;
    else if (next !== undefined) command = next;
    else if (
      command.commands.length > 0 &&
      command.registeredArguments.length === 0 &&
      /^[a-z-]+$/.test(word)
    )
      return `no command ${word}`;
    else return null;
  }
  return null;
}

/** The packages' own commands know their options by themselves, and say them in their help. */
const knows = (command: Command, option: string): boolean =>
  ["--help", "-h", ...(command === program ? ["--version", "-V"] : [])].includes(option) ||
  new RegExp(`(^|[\\s,])${option}(?![\\w-])`, "m").test(command.helpInformation());

const takesValue = (command: Command, option: string): boolean =>
  command.options.some(
    ({ long, short, required, optional }) => [long, short].includes(option) && (required || optional),
  );

it("every drover command and option that a page names is there", () => {
  const mentions = pages
    .flatMap((page) => commandsIn(page, readFileSync(page, "utf8")))
    .filter(({ words }) => words[0] === "drover" && words.length > 1);
  expect(mentions.length).toBeGreaterThan(200);
  const wrong = mentions.flatMap(({ page, words }) => {
    // What was is called what it was called then.
    const isPast = page === "CHANGELOG.md" && oldVerbNames.has(words[1] ?? "");
    const why = isPast ? null : wrongWith(words);
    return why === null ? [] : [`${page}: ${words.join(" ")}: ${why}`];
  });
  expect(wrong).toEqual([]);
});

it("every npm script that a page names is there", () => {
  const scripts = pages
    .flatMap((page) => commandsIn(page, readFileSync(page, "utf8")))
    // `bench:…` stands for all that begin so.
    .filter(({ words }) => words[0] === "npm" && words[1] === "run" && !words[2]?.endsWith("…"));
  expect(scripts.length).toBeGreaterThan(20);
  expect(scripts.filter(({ words }) => !(words[2] !== undefined && words[2] in packageFile.scripts))).toEqual(
    [],
  );
});
