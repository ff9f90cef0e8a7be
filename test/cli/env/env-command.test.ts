import { describe, expect, it } from "vitest";
// Loaded before the first test, whose time it would take.
import "../../../cli/env/env-command.ts";
import { commandLineHere } from "../command-line-here.ts";

describe("drover env", () => {
  it("prints rows for NeMo Gym to stdout, and says on stderr which tasks are left out", async () => {
    const { code, stdout, stderr } = await commandLineHere(
      "env",
      "rows",
      "tasks/settings.yaml",
      "--draws",
      "1",
    );
    expect(code).toBe(0);
    const rows = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(rows[0]).toMatchObject({ verifier_metadata: { task_id: "bluetooth-on", seed: 0 } });
    expect(rows.map(({ verifier_metadata: { task_id } }) => task_id.split(".")[0])).not.toContain(
      "name-by-asking",
    );
    expect(stderr).toContain("left out, because it has a simulated user: preferred-timeout");
  });

  it.each([
    [["--rubric", "succes=1"], "succes"],
    [["--rubric", "success=much"], "success"],
    [["--sessions", "0"], "from 1 to"],
    [["--port", "99999"], "from 0 to"],
    [["--task", "no-such-*"], "No task"],
  ])("refuses %j before it starts anything", async (args, words) => {
    const { code, stderr } = await commandLineHere("env", "serve", "tasks/settings.yaml", ...args);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
  });
});
