import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { droverCommand } from "../drover-command.ts";
import { type Ended, ended } from "./drover-process.ts";

let repository: string;
beforeAll(async () => {
  repository = await mkdtemp(path.join(tmpdir(), "drover-init-"));
});
afterAll(() => rm(repository, { recursive: true, force: true }));

function droverThere(...args: readonly string[]): Promise<Ended> {
  const { ANTHROPIC_API_KEY: _key, DROVER_API_URL: _url, ...environment } = process.env;
  return ended(
    spawn(process.execPath, [droverCommand, ...args], {
      cwd: repository,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...environment, NO_COLOR: "1" },
    }),
  );
}

it("drover init writes files that work as they are, and runs the first task by them", async () => {
  const made = await droverThere("init");
  expect(made.stderr).toContain(
    "wrote tasks.yaml\nwrote drover.config.ts\nwrote .github/workflows/drover.yml\n",
  );
  expect(made.stdout, made.stderr).toMatch(/^task: +Turn on Bluetooth$/m);
  expect(made.stdout).toMatch(/^outcome: +succeeded/m);
  expect(made.code).toBe(0);
  expect(await readFile(path.join(repository, ".gitignore"), "utf8")).toBe(".drover/\n");

  const checked = await droverThere("batch", "check", "tasks.yaml");
  expect(checked.code, checked.stderr).toBe(0);
  expect((await droverThere("doctor")).stdout).toMatch(/^ok +config +\S+drover\.config\.ts$/m);
}, 300_000);

it("drover init overwrites nothing without --force, and writes none of the others either", async () => {
  await Promise.all([
    writeFile(path.join(repository, "tasks.yaml"), "mine"),
    rm(path.join(repository, ".github"), { recursive: true, force: true }),
    rm(path.join(repository, "drover.config.ts"), { force: true }),
  ]);
  const refused = await droverThere("init", "--no-run");
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toContain("tasks.yaml exists already");
  expect(await readFile(path.join(repository, "tasks.yaml"), "utf8")).toBe("mine");
  await expect(readFile(path.join(repository, "drover.config.ts"))).rejects.toThrow("ENOENT");

  expect((await droverThere("init", "--no-run", "--force")).code).toBe(0);
  expect(await readFile(path.join(repository, "tasks.yaml"), "utf8")).toContain("bluetooth-on");
}, 180_000);
