import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { readSuite } from "../../cli/suite/read-suite.ts";
import { startEnv } from "../environments/start-env.ts";
import { notTried, python } from "../find-python.ts";

const run = promisify(execFile);
const examples = path.resolve(import.meta.dirname, "../../examples");

/** What a script prints, a line of JSON each, against a server of the suite's settings. */
async function printed(script: string, args: readonly string[], token: string | null = null) {
  const { url } = await startEnv({ tasks: await readSuite("tasks/settings.yaml", { draws: 1 }), token });
  const address = token === null ? url : url.replace("://", `://drover:${token}@`);
  const environment = { ...process.env, DROVER_ENV_URL: address, PYTHONDONTWRITEBYTECODE: "1" };
  const given = args.map((one) => (one === "URL" ? address : one));
  const { stdout } = await run(python ?? "", ["-W", "error", script, ...given], { env: environment });
  return stdout.trim().split("\n");
}

it(`[spec G8] a client of Python's standard library alone runs an episode over WebSocket${notTried}`, async () => {
  if (python === null) return expect(python).toBeNull();
  const [line = ""] = await printed(path.join(import.meta.dirname, "rfc_client.py"), ["URL"], "secret");
  expect(JSON.parse(line)).toMatchObject({
    refused: "EXECUTION_ERROR",
    reward: 1,
    done: true,
    state: { type: "state", data: { step_count: 6, reward: 1 } },
  });
});

it(`Gymnasium's interface is a file of at most 80 lines without dependencies${notTried}`, async () => {
  if (python === null) return expect(python).toBeNull();
  const file = path.join(examples, "gymnasium_env.py");
  expect((await readFile(file, "utf8")).split("\n").length).toBeLessThanOrEqual(80);
  const lines = await printed(file, ["bluetooth-on"], "secret");
  expect(lines.slice(0, 3)).toEqual(["bluetooth-on", "-", "Turn on Bluetooth."]);
  expect(lines.at(-1)).toMatch(/^\(0, True, False, /);
});

it(`a learner that sees rewards alone gets better at five tasks${notTried}`, async () => {
  if (python === null) return expect(python).toBeNull();
  const lines = await printed(path.join(examples, "bandit_learner.py"), ["20"]);
  const { first, last } = JSON.parse(lines.at(-1) ?? "");
  expect(first).toBeLessThan(0.2);
  expect(last).toBeGreaterThan(first + 0.4);
}, 120_000);
