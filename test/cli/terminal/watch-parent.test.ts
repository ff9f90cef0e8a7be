import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FarmFile } from "#local/farm-file.ts";
import { eventually } from "../../e2e/drover-process.ts";
import { killChild } from "../../kill-child.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const drover = path.join(root, "bin/drover.js");

let dir: string;
const started: ChildProcess[] = [];
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-npx-"));
  // As where it is installed. In its own clone npx would install it first, which builds the console anew under every other test.
  const bin = path.join(dir, "node_modules/.bin");
  await mkdir(bin, { recursive: true });
  await symlink(drover, path.join(bin, "drover"));
});
afterEach(async () => {
  await Promise.all(started.splice(0).map(killChild));
  await rm(dir, { recursive: true, force: true });
});

/** Starts a command and waits for the JSON object that it prints when it is ready. */
async function start(cwd: string, command: string, ...args: string[]): Promise<[ChildProcess, unknown]> {
  const { ANTHROPIC_API_KEY: _key, npm_execpath: _npm, ...inherited } = process.env;
  // The first `node` that is found is this one.
  const env = { ...inherited, PATH: `${path.dirname(process.execPath)}${path.delimiter}${inherited.PATH}` };
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "ignore"] });
  started.push(child);
  let text = "";
  for await (const line of createInterface({ input: child.stdout })) {
    if (text !== "" || line.startsWith("{")) text += line;
    if (line === "}" || text.startsWith('{"')) return [child, JSON.parse(text)];
  }
  throw new Error(`${command} ended before it was ready`);
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const isGone = (url: string): Promise<true> =>
  eventually(`${url} is gone`, () =>
    fetch(url).then(
      () => undefined,
      () => true as const,
    ),
  );

describe("what npm started", () => {
  it.each(["SIGTERM", "SIGKILL"] as const)("ends when npx is ended by %s", async (signal) => {
    const [npx, ready] = await start(dir, "npx", "drover", "model");
    npx.kill(signal);
    expect(await isGone((ready as { url: string }).url)).toBe(true);
  });

  it("ends when the npm above its shell is killed, which the shell outlives", async () => {
    const scripts = {
      model: `${JSON.stringify(process.execPath)} ${JSON.stringify(drover)} model; echo ended`,
    };
    await writeFile(path.join(dir, "package.json"), JSON.stringify({ name: "mine", scripts }));
    const [npm, ready] = await start(dir, "npm", "run", "model");
    npm.kill("SIGKILL");
    expect(await isGone((ready as { url: string }).url)).toBe(true);
  });

  it("leaves no part of a farm behind when npx is killed", async () => {
    const farm = path.join(dir, "farm");
    const [npx, text] = await start(dir, "npx", "drover", "up", "--json", "--phones", "1", "--dir", farm);
    const { pid, processes } = FarmFile.parse(text);
    const pids = [pid, ...Object.values(processes)];
    expect(pids.every(isAlive)).toBe(true);
    npx.kill("SIGKILL");
    await eventually("every process has ended", async () => (pids.some(isAlive) ? undefined : true), 60);
  }, 120_000);
});

describe("what somebody started", () => {
  it("tidies up when its terminal is closed", async () => {
    const [child, ready] = await start(root, process.execPath, drover, "model");
    child.kill("SIGHUP");
    const [code] = await once(child, "exit");
    expect(code).toBe(0);
    expect(await isGone((ready as { url: string }).url)).toBe(true);
  });
});
