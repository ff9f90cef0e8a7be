import { execFile } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Command } from "commander";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { upCommand } from "#cli/commands/farm/up.ts";
import { batchCommand } from "#cli/commands/jobs/batch.ts";
import { exportCommand } from "#cli/commands/results/export.ts";

const root = path.resolve(import.meta.dirname, "../..");
const action = path.join(root, ".github/actions/drover");
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "drover-action-"));
  // Stands for drover: notes what it is asked, a line an argument, and ends as it is told.
  const fake = `#!/usr/bin/env bash
{ for argument in "$@"; do printf '%s\\n' "$argument"; done; printf '%s\\n' ---; } >>"$CALLS"
[[ "$1" == up ]] && { [[ -n "\${BROKEN_FARM:-}" ]] && exit 1; echo '{"apiUrl":"x"}'; trap 'echo ended >>"$CALLS"; exit 0' TERM; while :; do sleep 0.05; done; }
[[ "$1 $2" == "batch run" ]] && echo 01JBATCH000000000000000000
[[ "$1 $2" == "batch watch" ]] && exit "$WATCH_CODE"
exit 0
`;
  await writeFile(path.join(folder, "drover"), fake);
  await chmod(path.join(folder, "drover"), 0o755);
});
afterAll(() => rm(folder, { recursive: true }));

const inputs = {
  INPUT_TASKS: "my tasks; reboot.yaml",
  INPUT_MIN_SUCCESS: "",
  INPUT_ARGUMENTS: "",
  INPUT_API_URL: "https://farm.example",
  INPUT_TOKEN: "t",
  INPUT_PHONES: "2",
  INPUT_RESULTS: "results.xml",
  INPUT_EXPORT: "",
};

/** The action's own script, as GitHub's runner calls it. */
async function runAction(given: Readonly<Record<string, string>>, code = 0) {
  const calls = path.join(folder, "calls");
  const output = path.join(folder, "output");
  await Promise.all([writeFile(calls, ""), writeFile(output, "")]);
  const environment = { ...inputs, GITHUB_ACTION_PATH: action, GITHUB_OUTPUT: output, ...given };
  const own = {
    PATH: process.env.PATH,
    CALLS: calls,
    WATCH_CODE: String(code),
    DROVER_COMMAND: path.join(folder, "drover"),
  };
  const ended = await new Promise<{ code: number; text: string }>((resolve) => {
    execFile(path.join(action, "run.sh"), { env: { ...environment, ...own } }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, text: stdout + stderr }),
    );
  });
  const asked = (await readFile(calls, "utf8")).split("---\n").map((call) => call.trimEnd().split("\n"));
  return { ...ended, asked: asked.filter(([first]) => first !== ""), output: await readFile(output, "utf8") };
}

describe("the GitHub action", () => {
  const Input = z.strictObject({
    description: z.string(),
    required: z.boolean().optional(),
    default: z.string().optional(),
  });
  const Step = z.strictObject({
    name: z.string(),
    id: z.string().optional(),
    shell: z.literal("bash"),
    run: z.string(),
    env: z.record(z.string(), z.string()).optional(),
  });
  const Action = z.strictObject({
    name: z.string(),
    description: z.string(),
    inputs: z.record(z.string(), Input),
    outputs: z.record(z.string(), z.strictObject({ description: z.string(), value: z.string() })),
    runs: z.strictObject({ using: z.literal("composite"), steps: z.array(Step) }),
  });
  const definition = async () => Action.parse(parse(await readFile(path.join(action, "action.yml"), "utf8")));

  it("[spec R17] hands every input to its script as a variable, and none into a command", async () => {
    const { inputs: named, runs } = await definition();
    const given = runs.steps.flatMap(({ env = {} }) => Object.values(env));
    expect(given.filter((value) => value.includes("inputs.")).sort()).toEqual(
      Object.keys(named)
        .map((name) => `\${{ inputs.${name} }}`)
        .sort(),
    );
    expect(Object.keys(runs.steps.at(-1)?.env ?? {}).sort()).toEqual(Object.keys(inputs).sort());
    for (const { run } of runs.steps) expect(run).not.toContain("${{");
  });

  it("[spec R17] asks drover for nothing that it does not have", async () => {
    const script = (await readFile(path.join(action, "run.sh"), "utf8")).replaceAll("\\\n", " ");
    const named = (start: string) =>
      [...script.matchAll(/^.*"\$drover".*$/gm)]
        .filter(([line]) => line.includes(`"$drover" ${start}`))
        .flatMap(([line]) => line.match(/--[a-z][a-z-]*/g) ?? []);
    const batch = batchCommand(new Command("batch"));
    const ofBatch = (name: string) => batch.commands.find((command) => command.name() === name);
    const asked = [
      ["up", upCommand(new Command())],
      ["batch run", ofBatch("run")],
      ["batch watch", ofBatch("watch")],
      ["batch results", ofBatch("results")],
      ["export", exportCommand(new Command())],
    ] as const;
    for (const [start, command] of asked) {
      const known = command?.options.map(({ long }) => long) ?? [];
      expect(
        named(start).filter((flag) => !known.includes(flag)),
        start,
      ).toEqual([]);
    }
    expect(named("up")).toContain("--phones");
  });

  it("[spec R17] is what the example workflow calls, with inputs that it has", async () => {
    const text = await readFile(path.join(root, "examples/ci/github-workflow.yml"), "utf8");
    const Workflow = z.object({
      jobs: z.record(
        z.string(),
        z.object({
          steps: z.array(z.object({ uses: z.string(), with: z.record(z.string(), z.unknown()).optional() })),
        }),
      ),
    });
    const steps = Object.values(Workflow.parse(parse(text)).jobs).flatMap((job) => job.steps);
    const own = steps.find(({ uses }) => uses.includes("/.github/actions/drover@"));
    const known = Object.keys((await definition()).inputs);
    expect(Object.keys(own?.with ?? {}).filter((name) => !known.includes(name))).toEqual([]);
    expect(own?.with).toHaveProperty("tasks");
  });

  it("[spec R17] runs the tasks on a farm that is named, keeps the report, and ends as the run does", async () => {
    const given = {
      INPUT_MIN_SUCCESS: "0.9",
      INPUT_ARGUMENTS: "--repeat\n3\n--name\na b; $(reboot)",
      INPUT_EXPORT: "jobs.zip",
    };
    const { code, asked, output } = await runAction(given, 1);
    expect(code).toBe(1);
    expect(output).toBe("batch=01JBATCH000000000000000000\n");
    expect(asked).toEqual([
      ["batch", "run", "my tasks; reboot.yaml", "--repeat", "3", "--name", "a b; $(reboot)", "--detach"],
      ["batch", "watch", "01JBATCH000000000000000000", "--min-success", "0.9"],
      ["batch", "results", "01JBATCH000000000000000000", "--format", "junit", "--out", "results.xml"],
      ["export", "01JBATCH000000000000000000", "--format", "zip", "--out", "jobs.zip"],
    ]);
  });

  it("[spec R17] starts a farm of its own where none is named, and ends it", async () => {
    const { code, asked } = await runAction({ INPUT_API_URL: "" });
    expect(code).toBe(0);
    expect(asked[0]?.slice(0, 2)).toEqual(["up", "--dir"]);
    expect(asked[1]).toContain("--dir");
    expect(asked.flat()).toContain("ended");
    const broken = await runAction({ INPUT_API_URL: "", BROKEN_FARM: "1" });
    expect(broken).toMatchObject({ code: 10, text: expect.stringContaining("The farm did not start") });
  });
});
