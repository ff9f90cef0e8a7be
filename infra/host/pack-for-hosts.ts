import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { projectRoot } from "#shared/project-files.ts";
import type { Settings } from "../settings.ts";

const run = promisify(execFile);
const Packed = z.array(z.object({ filename: z.string().regex(/^[\w.-]+\.tgz$/) })).length(1);

/**
 * Packs this Drover for machines of `hostPools`, so that they run the version that is deployed; nothing without any. A
 * clone is built for it, which takes half a minute; `hostPackage` names a file that is ready instead.
 * @throws Error with what npm said
 */
export async function packForHosts(
  { hostPools, hostPackage }: Pick<Settings, "hostPools" | "hostPackage">,
  root: string = projectRoot,
): Promise<{ readonly packageFile?: string }> {
  if (hostPools.length === 0) return {};
  if (hostPackage !== undefined) return { packageFile: path.resolve(hostPackage) };
  const directory = await mkdtemp(path.join(tmpdir(), "drover-package-"));
  // What is installed is built, and has no sources to build from.
  const built = existsSync(path.join(root, "build.ts")) ? [] : ["--ignore-scripts"];
  const { stdout } = await run("npm", ["pack", "--json", ...built, "--pack-destination", directory], {
    cwd: root,
    maxBuffer: 1 << 26,
  });
  const [{ filename } = { filename: "" }] = packedFiles(stdout);
  return { packageFile: path.join(directory, filename) };
}

/** What prepack says is before npm's JSON, which is a list (npm 11) or a record by package (npm 12). */
function packedFiles(stdout: string): z.infer<typeof Packed> {
  const begin = stdout.search(/^[[{]$/m);
  const answer: unknown = JSON.parse(stdout.slice(begin));
  return Packed.parse(Array.isArray(answer) ? answer : Object.values(Object(answer)));
}
