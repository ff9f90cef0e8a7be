import { describe, expect, it } from "vitest";
import { agentCommand, checkProgram } from "../../../cli/agent/agent-command.ts";

describe("the command of an agent", () => {
  it("is split at spaces, and what stood after -- is taken as it is", () => {
    expect(agentCommand("  python3   my_agent.py ", ["--name", "a b; reboot"])).toEqual([
      "python3",
      "my_agent.py",
      "--name",
      "a b; reboot",
    ]);
  });

  it.each(["", "  ", "python 'my agent.py'", "a; reboot", "a $(id)", "a | b", "a `id`", "a > b", 'say "x"'])(
    "refuses %j, which only a shell would understand",
    (text) => {
      expect(() => agentCommand(text, [])).toThrow(/option --cmd/);
    },
  );

  it("must name a program that is there", async () => {
    await expect(checkProgram(["node"])).resolves.toBeUndefined();
    await expect(checkProgram([process.execPath])).resolves.toBeUndefined();
    await expect(checkProgram(["no-such-program-here"])).rejects.toThrow("no-such-program-here");
    await expect(checkProgram([import.meta.filename])).rejects.toThrow("no executable program");
  });
});
