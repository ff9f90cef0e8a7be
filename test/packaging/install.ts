import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

export const run = promisify(execFile);
const projectRoot = path.resolve(import.meta.dirname, "../..");

export interface Installed extends AsyncDisposable {
  /** An empty folder until the packages were installed into it. */
  readonly dir: string;
}

/**
 * Packs workspaces ("." is the project itself) and installs the files into an empty folder, as a stranger would. npm's cache
 * is preferred to the registry, so that this is quick where the clone was installed.
 */
export async function packAndInstall(...workspaces: readonly string[]): Promise<Installed> {
  const top = await mkdtemp(path.join(tmpdir(), "drover-packed-"));
  const dir = path.join(top, "empty");
  await mkdir(dir);
  const which = workspaces.flatMap((workspace) => (workspace === "." ? [] : ["--workspace", workspace]));
  const { stdout } = await run("npm", ["pack", ...which, "--json", "--pack-destination", top], {
    cwd: projectRoot,
    maxBuffer: 1 << 26,
  });
  const files = packedNames(stdout).map((name) => path.join(top, name));
  await writeFile(path.join(dir, "package.json"), '{ "type": "module" }\n');
  await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", ...files], { cwd: dir });
  return { dir, [Symbol.asyncDispose]: () => rm(top, { recursive: true, force: true }) };
}

/** What prepack says stands before npm's JSON, which is a list (npm 11) or a record by package (npm 12). */
function packedNames(stdout: string): readonly string[] {
  const names = [...stdout.matchAll(/"filename": "([^"]+\.tgz)"/g)].map((match) => match[1] ?? "");
  if (names.length === 0) throw new Error(`npm pack named no file: ${stdout.slice(-500)}`);
  return names;
}
