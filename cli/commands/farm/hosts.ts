import { rm } from "node:fs/promises";
import path from "node:path";
import type { Command } from "commander";
import { callRoute } from "../../call-route.ts";
import { type FarmFlags, findFarm, withFarmFlags } from "../../find-farm.ts";
import { drainCommand } from "../../host/drain-command.ts";
import { hostDoctorCommand } from "../../host/host-doctor-command.ts";
import { given, withHostOptions } from "../../host/host-options.ts";
import { installCommand } from "../../host/install-command.ts";
import { prepareCommand } from "../../host/prepare-command.ts";
import { runCommands } from "../../host/run-commands.ts";
import { runHostCommand } from "../../host/run-host-command.ts";
import { setupPlace } from "../../host/setup-place.ts";
import { autoScalingMember } from "../../host/this-machine.ts";
import { installedFiles } from "../../host/write-setup.ts";
import { list } from "../../terminal/table.ts";
import { progress } from "../../terminal/terminal.ts";

/** Emulators, journals and the SDK stay: what is on them is the machine's owner's. */
const uninstallCommand = (command: Command): Command =>
  command
    .option("--system", "services of the system")
    .action(async (options: { readonly system?: boolean }) => {
      const place = setupPlace(options);
      const files = await installedFiles(place.configDir);
      if (files.length === 0) return progress(`nothing is installed: ${place.configDir} lists no files`);
      await runCommands(place.stop(files)).catch((error: unknown) => progress(String(error)));
      for (const file of files) await rm(file, { force: true });
      await rm(path.join(place.configDir, "installed.json"), { force: true });
      progress(`${files.length} files removed`);
    });

/** For a machine that waits stopped in a warm pool; one in service says so itself, by its host. */
const launchedCommand = (command: Command): Command =>
  withHostOptions(command, "autoScalingGroup", "hostId").action(
    async (options: { readonly autoScalingGroup?: string; readonly hostId: string }) => {
      const group = given(options.autoScalingGroup, "--auto-scaling-group");
      const { member, close } = autoScalingMember(group, options.hostId);
      const waited = await member.complete("prepared").finally(close);
      progress(
        waited ? `${group} continues with ${options.hostId}` : `${group} does not wait for ${options.hostId}`,
      );
    },
  );

type Build = (command: Command) => Command;

/** By name, in the order of help. */
const subcommands: Readonly<Record<string, readonly [description: string, build: Build]>> = {
  run: [
    "run the host: it takes jobs and runs their commands on its phones (set AWS_* for the cloud)",
    runHostCommand,
  ],
  prepare: [
    "create emulators, boot each once and save a clean snapshot; needs an Android SDK",
    prepareCommand,
  ],
  install: [
    "install the host, its adb server and its emulators as systemd or launchd services",
    installCommand,
  ],
  uninstall: ["remove the installed services and files", uninstallCommand],
  doctor: ["check this machine as a device host, and show fixes", hostDoctorCommand],
  drain: ["stop taking jobs on a host of this machine, and end it when it has none", drainCommand],
  launched: ["report to the machine's Auto Scaling group that it is ready", launchedCommand],
};

export const hostsCommand = (command: Command): Command => {
  withFarmFlags(command.command("list"))
    .description("list the farm's hosts with their devices and last heartbeats")
    .action(listHosts);
  for (const [name, [description, build]] of Object.entries(subcommands))
    build(command.command(name).description(description));
  return command;
};

async function listHosts(options: FarmFlags): Promise<void> {
  const page = await callRoute(await findFarm(options.dir), "listHosts", { query: { limit: 100 } });
  list(options, page, ["host", "pool", "state", "heard of", "devices"], (host) => [
    ...[host.hostId, host.pool, host.state],
    `${Math.round(host.heartbeatAgeMilliseconds / 1_000)} s ago`,
    host.devices.map((device) => `${device.deviceId} (${device.state})`).join(" ") || "none",
  ]);
}
