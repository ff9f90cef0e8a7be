import { globSync, lstatSync, readFileSync } from "node:fs";
import path from "node:path";

const blockBytes = 512;

/** What a folder of installed packages takes on the disk in MB (10^6 bytes), by package; scopes that are platforms' are one. */
export function sizesOf(modules: string): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const file of globSync("**/*", { cwd: modules, withFileTypes: true })) {
    const [first = "", second = ""] = path.relative(modules, file.parentPath).split(path.sep);
    // Caches that a run leaves, and links to the workspace.
    if (file.isSymbolicLink() || first.startsWith(".")) continue;
    const name = first.startsWith("@") && first !== "@img" ? `${first}/${second}` : first;
    const { blocks } = lstatSync(path.join(file.parentPath, file.name));
    sizes.set(name, (sizes.get(name) ?? 0) + (blocks * blockBytes) / 1e6);
  }
  return sizes;
}

export const totalOf = (sizes: ReadonlyMap<string, number>): number =>
  sizes.values().reduce((sum, megabytes) => sum + megabytes, 0);

/** How many packages npm installed there. */
export const packagesIn = (modules: string): number =>
  Object.keys(JSON.parse(readFileSync(path.join(modules, ".package-lock.json"), "utf8")).packages).filter(
    (name) => name.startsWith("node_modules/"),
  ).length;
