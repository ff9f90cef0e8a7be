import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { droverCommand } from "#shared/project-files.ts";
import { commandLineHere } from "./command-line-here.ts";

const completed = async (...words: readonly string[]): Promise<readonly string[]> =>
  (await commandLineHere("completion", "fish", "--", ...words)).stdout.trim().split("\n");
const names = (lines: readonly string[]) => lines.map((line) => line.split("\t")[0]);

describe("what may stand for the last word", () => {
  it("is a command with its description, and no verb of earlier versions", async () => {
    expect(await completed("re")).toEqual([
      expect.stringMatching(/^resume\t./),
      expect.stringMatching(/^rerun\t./),
      expect.stringMatching(/^recover\t./),
    ]);
    expect(names(await completed("trace"))).toEqual([""]);
  });

  it("is a command of a group, and an option of that command", async () => {
    expect(names(await completed("batch", "re"))).toEqual(["results", "resume", "retry", "requeue"]);
    expect(names(await completed("batch", "run", "--budget-s"))).toEqual(["--budget-steps"]);
    expect(names(await completed("jobs", "--prof"))).toEqual(["--profile"]);
  });

  it("is a choice of the option before it, or of an argument", async () => {
    expect(names(await completed("rerun", "01J", "--as", "re"))).toEqual(["replay", "resume"]);
    expect(names(await completed("completion", ""))).toEqual(["bash", "zsh", "fish"]);
    expect(names(await completed("run", "--model", ""))).toEqual([""]);
  });
});

describe("the script for bash", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "drover-completion-"));
    writeFileSync(
      path.join(folder, "drover"),
      `#!/bin/sh\nexec "${process.execPath}" "${droverCommand}" "$@"\n`,
    );
    chmodSync(path.join(folder, "drover"), 0o755);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** What bash offers for a line that ends at the cursor. */
  function offered(line: string): readonly string[] {
    const words = line.split(" ").map((word) => `'${word}'`);
    const script = `source <(drover completion bash)
COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; _drover; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const ended = spawnSync("bash", ["--norc", "-c", script], {
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}`, DROVER_API_URL: "http://127.0.0.1:9" },
      encoding: "utf8",
    });
    expect(ended.stderr).toBe("");
    return ended.stdout.trim().split("\n");
  }

  it("completes commands, options and choices in bash itself, without a farm", () => {
    expect(offered("drover ini")).toEqual(["init"]);
    expect(offered("drover show --w")).toEqual(["--why"]);
    expect(offered("drover export --as j")).toEqual(["json", "junit"]);
  });
});
