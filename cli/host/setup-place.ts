import { homedir } from "node:os";
import path from "node:path";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import type { HostSetup } from "./host-setup.ts";
import { launchdAgents } from "./launchd-agents.ts";
import { type SetupFile, setupFiles } from "./setup-files.ts";
import { hostTarget, type SystemdPlace, systemdUnits } from "./systemd-units.ts";

/** Where a machine keeps services, and how they are registered. */
export interface SetupPlace {
  readonly configDir: string;
  /** All that `drover hosts install` writes. */
  files(setup: HostSetup): readonly SetupFile[];
  /** After the files are there. */
  readonly start: readonly (readonly string[])[];
  /** Before they go. */
  stop(files: readonly string[]): readonly (readonly string[])[];
}

interface PlaceOptions {
  /** Services of the system instead of the user's own. */
  readonly system?: boolean;
  readonly user?: string;
}

/** @throws CommandFailure where there is neither systemd nor launchd */
export function setupPlace(
  { system = false, user = "drover" }: PlaceOptions,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): SetupPlace {
  if (platform === "darwin" && !system) return launchdPlace(home);
  if (platform === "linux") return system ? systemPlace(user) : userPlace(home);
  throw new CommandFailure(exitCodes.usage, `Services cannot be installed on ${platform}.`, [
    platform === "darwin"
      ? "Omit --system: a Mac's emulators and USB devices belong to the signed-in user."
      : "Run 'drover hosts run' with this system's service manager.",
  ]);
}

const userPlace = (home: string): SetupPlace =>
  systemdPlace(["systemctl", "--user"], {
    unitDir: path.join(home, ".config/systemd/user"),
    configDir: path.join(home, ".config/drover-host"),
    user: null,
  });

const systemPlace = (user: string): SetupPlace =>
  systemdPlace(["systemctl"], { unitDir: "/etc/systemd/system", configDir: "/etc/drover", user });

const systemdPlace = (systemctl: readonly string[], place: SystemdPlace): SetupPlace => ({
  configDir: place.configDir,
  files: (setup) => [...setupFiles(setup, place.configDir), ...systemdUnits(setup, place)],
  start: [
    [...systemctl, "daemon-reload"],
    [...systemctl, "enable", "--now", hostTarget],
  ],
  stop: () => [[...systemctl, "disable", "--now", hostTarget]],
});

function launchdPlace(home: string): SetupPlace {
  const place = {
    agentDir: path.join(home, "Library/LaunchAgents"),
    configDir: path.join(home, ".config/drover-host"),
    logDir: path.join(home, "Library/Logs/Drover"),
  };
  return {
    configDir: place.configDir,
    files: (setup) => [
      ...setupFiles(setup, place.configDir),
      {
        path: path.join(place.logDir, "README"),
        text: "What Drover's services say on this machine.\n",
        mode: 0o644,
      },
      ...launchdAgents(setup, place),
    ],
    start: [
      [
        "/bin/sh",
        "-c",
        `for agent in "${place.agentDir}"/dev.drover.*.plist; do launchctl load -w "$agent"; done`,
      ],
    ],
    stop: (files) =>
      files.filter((file) => file.endsWith(".plist")).map((file) => ["launchctl", "unload", "-w", file]),
  };
}
