import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { appHints } from "#agent/environment/app-hints.ts";
import { hostEnvironment } from "#agent/environment/runtime-environment.ts";

let project: string;
beforeEach(async () => {
  project = await mkdtemp(path.join(tmpdir(), "drover-hints-"));
  await mkdir(path.join(project, "apps"));
  hostEnvironment({ DROVER_CONFIG_FILE: path.join(project, "drover.config.ts") });
});
afterEach(async () => {
  hostEnvironment(undefined);
  await rm(project, { recursive: true });
});
const write = (name: string, text: string) => writeFile(path.join(project, "apps", name), text);

it("what a project says of an app is found by its package, and cut where it is long", async () => {
  await write("com.example.shop.md", "Prices are without tax.\n");
  await write("com.example.long.md", "x".repeat(5_000));
  expect(await appHints("com.example.shop")).toBe("Prices are without tax.");
  expect(await appHints("com.example.long")).toHaveLength(2_000);
  expect(await appHints("com.example.other")).toBeUndefined();
});

it("what a device calls its app leads to no other file", async () => {
  await writeFile(path.join(project, "secret.md"), "not for models");
  await write("com.example.shop.md", "x");
  for (const name of ["../secret", "..", "com.example.shop.md/../../secret", "com.example/../../secret", ""])
    expect(await appHints(name)).toBeUndefined();
});

it("a farm without a project has none", async () => {
  hostEnvironment({});
  expect(await appHints("com.example.shop")).toBeUndefined();
});
