// npm run sizes: writes what a clone and an installed Drover bring to docs/what-is-installed.md.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { packAndInstall } from "./install.ts";
import { purposes } from "./purposes.ts";
import { packagesIn, sizesOf, totalOf } from "./sizes.ts";

const root = path.resolve(import.meta.dirname, "../..");
const page = path.join(root, "docs/what-is-installed.md");

/** A row for each package of so many MB and more: whoever adds one says what it is for. */
function tableOf(modules: string, fromMegabytes: number): string {
  const sizes = sizesOf(modules);
  const large = [...sizes]
    .filter(([, megabytes]) => megabytes >= fromMegabytes)
    .sort(([, one], [, other]) => other - one);
  const nameless = large.map(([name]) => name).filter((name) => purposes[name] === undefined);
  if (nameless.length > 0) throw new Error(`Say in purposes.ts what these are for: ${nameless.join(", ")}`);
  return [
    `On ${process.platform}-${process.arch}: ${totalOf(sizes).toFixed(0)} MB in ${packagesIn(modules)} packages.`,
    "",
    "| package | MB | what for |",
    "| --- | ---: | --- |",
    ...large.map(([name, megabytes]) => `| ${name} | ${megabytes.toFixed(1)} | ${purposes[name]} |`),
  ].join("\n");
}

await using installed = await packAndInstall(".");
const tables = {
  clone: tableOf(path.join(root, "node_modules"), 4),
  installed: tableOf(path.join(installed.dir, "node_modules"), 1),
};
let text = await readFile(page, "utf8");
for (const [name, table] of Object.entries(tables))
  text = text.replace(new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(\n<!-- end -->)`), `$1\n${table}\n$2`);
await writeFile(page, text);
