import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "#shared/project-files.ts";

it("every planted defect can still be planted", () => {
  const patches = globSync("*.patch", { cwd: path.join(import.meta.dirname, "mutants") });
  const isRefused = (patch: string): boolean =>
    spawnSync("git", ["apply", "--check", path.join(import.meta.dirname, "mutants", patch)], {
      cwd: projectRoot,
    }).status !== 0;
  expect(patches.length).toBeGreaterThanOrEqual(61);
  expect(patches.filter(isRefused)).toEqual([]);
});
