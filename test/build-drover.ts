import { cp, mkdir, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { projectRoot } from "#shared/project-files.ts";
import packageFile from "../package.json" with { type: "json" };

const laidElsewhere = ["bin", "dist", "console/dist"];

/**
 * For `npm run test:all`, which starts many farms: Drover as users install it, compiled once from these sources into the run's own folder.
 * To start a farm of it takes two thirds of the processor's time. Any other run takes the sources.
 */
export async function setup(): Promise<void> {
  if (process.env.npm_lifecycle_event !== "test:all") return;
  const { buildProgram } = await import("../build-program.ts");
  const root = path.join(tmpdir(), "drover");
  await mkdir(path.join(root, "console"), { recursive: true });
  await buildProgram(path.join(root, "dist"));
  // Linked it would be at home among the sources, and start them.
  await cp(path.join(projectRoot, "bin"), path.join(root, "bin"), { recursive: true });
  const shipped = packageFile.files.filter((name) => !laidElsewhere.includes(name));
  const folders = new Set(shipped.map((name) => name.split("/")[0] ?? name));
  for (const name of [...folders, "console/dist", "package.json", "node_modules"])
    await symlink(path.join(projectRoot, name), path.join(root, name));
  process.env.BUILT_DROVER = path.join(root, "bin/drover.js");
  process.env.NODE_COMPILE_CACHE = path.join(root, "compile-cache");
}
