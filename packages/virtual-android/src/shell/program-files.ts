import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { programNames } from "./commands/registry.ts";

/** No more of a program than says that it is one, and no script. */
const program = Buffer.from("7f454c4602010100000000000000000003003e00", "hex");

/** `/system/bin` with the programs that this phone has, for clients that look for one before they run it. */
export function writeProgramFiles(root: string, has: (name: string) => boolean): void {
  const directory = path.join(root, "system", "bin");
  mkdirSync(directory, { recursive: true });
  const standing = new Set(readdirSync(directory));
  for (const name of programNames()) {
    const file = path.join(directory, name);
    if (!has(name)) rmSync(file, { force: true });
    else if (!standing.has(name)) writeFileSync(file, program, { mode: 0o755 });
  }
}
