import type { Command } from "commander";
import { PageQuery } from "#shared/contracts/values/page.ts";
import { shellWord } from "#shared/text/shell-word.ts";
import { dirFlag, type FarmFlags, withFarmFlags } from "./find-farm.ts";
import { boundedBy, someText } from "./options/option-values.ts";
import { list } from "./terminal/table.ts";
import { plain, progress } from "./terminal/terminal.ts";

export interface PageFlags extends FarmFlags {
  readonly limit: number;
  readonly cursor?: string;
}

/** Of every command that prints a page of a list. */
export const withPageFlags = (command: Command): Command =>
  withFarmFlags(command, "print the page as JSON")
    .option("--limit <n>", "how many", boundedBy(PageQuery.shape.limit.unwrap()), 20)
    .option("--cursor <cursor>", "continue an earlier list", someText);

/** Prints a page: as JSON in the shape of every list, or as a table with how it continues. */
export function listPage<Item>(
  command: string,
  options: PageFlags,
  page: { readonly items: readonly Item[]; readonly nextCursor?: string | undefined },
  head: readonly string[],
  row: (item: Item) => readonly string[],
): void {
  list(options, page, head, row);
  if (!options.json) tellMore(command, options, page.nextCursor);
}

/** How the list continues, with the options that it had: a cursor is good for its own filter alone. */
export function tellMore(
  command: string,
  { cursor: _from, dir, json: _json, ...flags }: PageFlags,
  next: string | undefined,
): void {
  if (!next) return;
  const asked = Object.entries(flags).map(([name, value]: readonly [string, unknown]) => {
    const flag = ` --${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return value === undefined ? "" : value === true ? flag : `${flag} ${shellWord(String(value))}`;
  });
  progress(plain(`more: drover ${command}${dirFlag(dir)}${asked.join("")} --cursor ${next}`));
}
