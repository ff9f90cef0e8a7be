import { execFile, spawnSync } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { notTried, python } from "../../find-python.ts";
import { on } from "./one-farm.ts";

describe("the client for Python", () => {
  const execute = promisify(execFile);
  const client = path.resolve(import.meta.dirname, "../../../packages/python-client");
  const { DROVER_API_URL: _url, DROVER_TOKEN: _token, ...inherited } = process.env;
  const env = { ...inherited, PYTHONPATH: client, PYTHONDONTWRITEBYTECODE: "1" };
  const hasMypy = python !== null && spawnSync(python, ["-m", "mypy", "--version"]).status === 0;

  it(`the client for Python submits, follows, waits, and names what is wrong${notTried}`, async () => {
    if (python === null) return expect(python).toBeNull();
    const script = path.join(import.meta.dirname, "../python-client.py");
    const { stdout } = await execute(python, ["-W", "error", script, on.dir, on.farm.file.apiUrl], {
      env,
    });
    const { events, ...seen } = JSON.parse(stdout);
    const names = events.map(([name]: [string]) => name);
    expect(names).toContain("step");
    expect(names.at(-1)).toBe("end");
    const ids = events.flatMap(([, id]: [string, string | null]) => id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    expect(seen).toMatchObject({
      again: true,
      timeout: expect.stringContaining("timeout_seconds"),
      end: { status: "finished", outcome: "succeeded" },
      outcome: "succeeded",
      told: "end",
      listed: [expect.any(String)],
      results: "jsonl",
      unknown: { kind: "DroverError", code: "NotFound", status: 404 },
      misspelt: {
        kind: "DroverError",
        code: "InvalidRequest",
        status: 400,
        message: expect.stringContaining("tsk"),
      },
      option: { kind: "TypeError", message: expect.stringContaining("states") },
      path: { kind: "ValueError", message: expect.stringContaining("id is '..'") },
      token: { kind: "DroverError", code: "Unauthorized", status: 401 },
      nobody: { kind: "DroverError", code: "NoAnswer", status: null, advice: [expect.any(String)] },
      noFarm: { kind: "DroverError", code: "NoFarm", message: expect.stringContaining("/nowhere") },
    });
  }, 120_000);

  it(`its types name a field that a job does not have${hasMypy ? "" : " (not tried: there is no mypy here)"}`, async () => {
    if (python === null || !hasMypy) return expect(hasMypy).toBe(false);
    const asked = (fields: string) => [
      ...["-m", "mypy", "--strict", "--no-warn-return-any", "--cache-dir", on.dir, "-c"],
      `from drover_client import Drover\nprint(Drover().jobs.submit(${fields})["jobId"])`,
    ];
    await execute(python, asked('task="Turn on Bluetooth", limits={"maxSteps": 5}'), { env, cwd: client });
    await expect(execute(python, asked("tsk=1"), { env, cwd: client })).rejects.toMatchObject({
      stdout: expect.stringContaining('Unexpected keyword argument "tsk"'),
    });
  }, 120_000);
});
