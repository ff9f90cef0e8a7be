import type { Command } from "commander";
import { suiteAuditCommand } from "../../suite/audit-command.ts";
import { suiteRunCommand } from "../../suite/run-command.ts";

export const suiteCommand = (command: Command): Command => {
  suiteRunCommand(
    command
      .command("run", { isDefault: true })
      .description("run the suite, or a tasks file, and print success by level"),
  );
  suiteAuditCommand(
    command
      .command("audit")
      .description("audit a tasks file: run nothing, wrong ends and solutions, and test each check"),
  );
  return command;
};
