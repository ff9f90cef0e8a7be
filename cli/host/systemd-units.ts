import path from "node:path";
import { avdName, emulatorArguments } from "#device-host/devices/avd-emulator.ts";
import { type HostSetup, hostShards, type Shard } from "./host-setup.ts";
import { emulatorFile, hostEnvironmentFile, type SetupFile, shardFile } from "./setup-files.ts";

export interface SystemdPlace {
  readonly unitDir: string;
  readonly configDir: string;
  /** Who runs the services of the system; null: they are a user's own. */
  readonly user: string | null;
}

export const hostTarget = "drover-host.target";

/** What systemd starts: an adb server and a host a shard, an emulator a device, all behind one target. */
export function systemdUnits(setup: HostSetup, place: SystemdPlace): readonly SetupFile[] {
  const shards = hostShards(setup);
  const units: Readonly<Record<string, string>> = {
    [hostTarget]: target(shards, place),
    "drover-adb@.service": adbService(setup, place),
    "drover-host@.service": hostService(setup, place),
    ...(setup.emulators === 0 ? {} : { "drover-emulator@.service": emulatorService(setup, place) }),
    ...(shards.length === 1 ? {} : Object.fromEntries(shards.flatMap(emulatorBindings))),
  };
  return Object.entries(units).map(([name, text]) => ({
    path: path.join(place.unitDir, name),
    text,
    mode: 0o644,
  }));
}

/** What adb and emulators are started again by, whatever ended them; a host that has let its jobs go has ended for good. */
const target = (shards: readonly Shard[], { user }: SystemdPlace): string => {
  const upheld = shards.flatMap(({ number, emulators }) => [
    `drover-adb@${number}.service`,
    ...emulators.map((emulator) => `drover-emulator@${emulator.number}.service`),
  ]);
  return `[Unit]
Description=Drover's device host with its devices
${upheld.map((unit) => `Upholds=${unit}\n`).join("")}${shards.map(({ number }) => `Wants=drover-host@${number}.service\n`).join("")}
[Install]
WantedBy=${user === null ? "default.target" : "multi-user.target"}
`;
};

/** Without -a it listens on loopback alone: adb knows no passwords. */
const adbService = ({ sdk }: HostSetup, place: SystemdPlace): string => `[Unit]
Description=adb server %i of Drover's device host
PartOf=${hostTarget}
StartLimitIntervalSec=0

[Service]
${owner(place)}EnvironmentFile=${shardFile(place.configDir, "%i")}
ExecStart=${sdk === null ? "/usr/bin/env adb" : word(path.join(sdk, "platform-tools/adb"))} -P \${DROVER_ADB_PORT} server nodaemon
Restart=always
RestartSec=2
NoNewPrivileges=yes
`;

/** A job's run ends well within the pause that a stop gets; what runs beside the host in its group ends after it. */
const hostService = ({ node, drover }: HostSetup, place: SystemdPlace): string => `[Unit]
Description=Drover device host %i
PartOf=${hostTarget}
Wants=drover-adb@%i.service network-online.target
After=drover-adb@%i.service network-online.target
StartLimitIntervalSec=0

[Service]
${owner(place)}EnvironmentFile=${hostEnvironmentFile(place.configDir)}
EnvironmentFile=${shardFile(place.configDir, "%i")}
ExecStart=${word(node)} ${word(drover)} host
Restart=on-failure
RestartSec=5
KillMode=mixed
TimeoutStopSec=45
NoNewPrivileges=yes
`;

// biome-ignore lint/suspicious/noTemplateCurlyInString: systemd puts the variable in, of each instance's own file.
const emulatorPort = "${DROVER_EMULATOR_PORT}";

const emulatorService = (setup: HostSetup, place: SystemdPlace): string => `[Unit]
Description=Android emulator %i of Drover's device host
PartOf=${hostTarget}
StartLimitIntervalSec=0

[Service]
${owner(place)}EnvironmentFile=${emulatorFile(place.configDir, "%i")}
ExecStart=${word(path.join(setup.sdk ?? "", "emulator/emulator"))} ${emulatorArguments("drover-%i", emulatorPort, "clean").join(" ")}
Restart=always
RestartSec=5
NoNewPrivileges=yes
`;

/** Beside other adb servers one looks for no emulators; one tells its server once that it is there, and so starts again with it. */
const emulatorBindings = ({ number, emulators }: Shard): readonly (readonly [string, string])[] =>
  emulators.map((emulator) => [
    `drover-emulator@${emulator.number}.service.d/shard.conf`,
    `# ${avdName(emulator.number)}\n[Unit]\nBindsTo=drover-adb@${number}.service\nAfter=drover-adb@${number}.service\n`,
  ]);

const owner = ({ user }: SystemdPlace): string =>
  user === null ? "" : `User=${user}\nStateDirectory=drover\n`;

/** A path in a command line of systemd's. */
const word = (file: string): string => `"${file.replaceAll("%", "%%")}"`;
