import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { drover } from "../../../e2e/drover-process.ts";

// In processes of its own: what the simulator loads replaces parts of Node.
it("refuses a scenario that cannot be read, or is none, before it starts a farm, and names what is wrong", async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-scenario-"));
  try {
    const file = path.join(dir, "scenario.json");
    const missing = await drover("simulate", "--scenario", file);
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain("--scenario <files...>");
    await writeFile(file, JSON.stringify({ work: [] }));
    const empty = await drover("simulate", "--scenario", file);
    expect(empty.code).toBe(2);
    expect(empty.stderr).toMatch(/^error: File 1 of --scenario: work: /);
  } finally {
    await rm(dir, { recursive: true });
  }
});
