import type { Command } from "commander";
import { drainCommand } from "../host/drain-command.ts";
import { hostDoctorCommand } from "../host/host-doctor-command.ts";
import { installCommand } from "../host/install-command.ts";
import { launchedCommand } from "../host/launched-command.ts";
import { prepareCommand } from "../host/prepare-command.ts";
import { runHostCommand } from "../host/run-host-command.ts";
import { uninstallCommand } from "../host/uninstall-command.ts";

type Build = (command: Command) => Command;

/** By name, in the order of help. */
const subcommands: Readonly<Record<string, readonly [description: string, build: Build]>> = {
  prepare: ["make emulators, boot each once and keep it clean: needs an Android SDK", prepareCommand],
  install: [
    "have this machine's systemd or launchd run the host, its adb server and its emulators",
    installCommand,
  ],
  uninstall: ["take away what install wrote", uninstallCommand],
  doctor: ["check this machine as a device host, and say what to do about what is wrong", hostDoctorCommand],
  drain: ["let a host that runs on this machine take no more jobs, and end when it has none", drainCommand],
  launched: ["tell the machine's Auto Scaling group that it is prepared", launchedCommand],
};

/** Without a subcommand it is the host itself. */
export const hostCommand = (command: Command): Command => {
  for (const [name, [description, build]] of Object.entries(subcommands))
    build(command.command(name).description(description));
  return runHostCommand(command.enablePositionalOptions());
};
