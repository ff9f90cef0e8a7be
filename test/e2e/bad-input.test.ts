import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandLineHere } from "../cli/command-line-here.ts";
import { drover } from "./drover-process.ts";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-bad-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

describe("drover, used wrongly", () => {
  it("says how to start a farm when none is running, and exits 4", async () => {
    const { code, stdout, stderr } = await commandLineHere("run", "Turn on Bluetooth", "--dir", dir);
    expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
    expect(stderr).toContain("drover up");
  });

  it.each([
    [["run"], "There is no task: give one"],
    [["run", "x", "--check", "battery:full"], "unknown kind 'battery'"],
    [["run", "x", "--max-steps", "many"], "whole number"],
    [["nonsense"], "unknown command"],
    [["up", "--phones", "0"], "1 to 64"],
    [["up", "--adb", "nowhere"], "host:port"],
  ])("exits 2 for %j and says what is wrong", async (args, why) => {
    const { code, stderr } = await commandLineHere(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(why);
  });

  it("says which port is in use", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    const { port } = await new Promise<{ port: number }>((resolve) =>
      taken.once("listening", () => resolve(taken.address() as { port: number })),
    );
    const { code, stderr } = await drover("model", "--port", String(port));
    taken.close();
    expect(code).not.toBe(0);
    expect(stderr).toContain(String(port));
    expect(stderr).toContain("in use");
  });

  it.each([["phones"], ["cloud"], ["engine"], ["hosts", "run", "--table", "t", "--bucket", "b"], ["up"]])(
    "says of drover %s that its directory cannot be made, where the system allows none",
    async (...args) => {
      const { code, stdout, stderr } = await drover(...args, "--dir", "/proc/drover/x");
      expect({ code, stdout }).toEqual({ code: 10, stdout: "" });
      expect(stderr).toContain("/proc/drover/x cannot be created or written: ENOENT");
      expect(stderr).not.toContain("    at ");
    },
  );

  it.each([["jobs"], ["doctor"], ["up"]])(
    "tells drover %s that the farm's file is not one, without a stack",
    async (name) => {
      const broken = await mkdtemp(path.join(dir, "broken-"));
      await writeFile(path.join(broken, "farm.json"), "{ nonsense");
      const { code, stderr } = await commandLineHere(name, "--dir", broken);
      expect(code).toBe(10);
      expect(stderr).toContain("farm.json was not written by a farm");
      expect(stderr).not.toContain("    at ");
    },
  );

  it("says when the farm's directory cannot be one", async () => {
    const file = path.join(dir, "a-file");
    await writeFile(file, "");
    const { code, stderr } = await drover("up", "--dir", path.join(file, "farm"));
    expect(code).not.toBe(0);
    expect(stderr).toContain(file);
    expect(stderr).not.toContain("    at ");
  });
});
