import path from "node:path";
import { avdName, emulatorArguments } from "#device-host/devices/avd-emulator.ts";
import { emulatorFence, emulatorHome, emulatorUser, fenceService, isFenced } from "./emulator-fence.ts";
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
    ...(setup.emulators > 0 || isFenced(setup, place.user)
      ? { "drover-emulator@.service": emulatorService(setup, place) }
      : {}),
    ...(shards.length === 1 ? {} : Object.fromEntries(shards.flatMap(emulatorBindings))),
  };
  const { user } = place;
  const fence =
    user !== null && isFenced(setup, user) ? emulatorFence(setup, { ...place, user }, hostTarget) : {};
  return Object.entries(units)
    .map(([name, text]): readonly [string, string] => [path.join(place.unitDir, name), text])
    .concat(Object.entries(fence))
    .map(([file, text]) => ({ path: file, text, mode: 0o644 }));
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
const hostService = (setup: HostSetup, place: SystemdPlace): string => `[Unit]
Description=Drover device host %i
PartOf=${hostTarget}
Wants=drover-adb@%i.service network-online.target
After=drover-adb@%i.service network-online.target
StartLimitIntervalSec=0

[Service]
${owner(place)}${isFenced(setup, place.user) ? "Environment=DROVER_EMULATOR_UNITS=true\n" : ""}EnvironmentFile=${hostEnvironmentFile(place.configDir)}
EnvironmentFile=${shardFile(place.configDir, "%i")}
ExecStart=${word(setup.node)} ${word(setup.drover)} host
Restart=on-failure
RestartSec=5
KillMode=mixed
TimeoutStopSec=45
NoNewPrivileges=yes
`;

// biome-ignore lint/suspicious/noTemplateCurlyInString: systemd puts the variable in, of each instance's own file.
const emulatorPort = "${DROVER_EMULATOR_PORT}";

/** Of emulators that run all the time, by their numbers; or of those that the host makes for jobs, by their consoles' ports. */
const emulatorService = (setup: HostSetup, place: SystemdPlace): string => {
  const program = word(path.join(setup.sdk ?? "", "emulator/emulator"));
  const fenced = isFenced(setup, place.user);
  return `[Unit]
Description=Android emulator %i of Drover's device host
${fenced ? `Requires=${fenceService}\nAfter=${fenceService}\n` : ""}${setup.ephemeral > 0 ? madeUnit(setup, program) : keptUnit(place, program)}RestartSec=5
TimeoutStopSec=15
NoNewPrivileges=yes
${fenced ? ownUser : ""}`;
};

const keptUnit = ({ configDir }: SystemdPlace, program: string): string => `PartOf=${hostTarget}
StartLimitIntervalSec=0

[Service]
EnvironmentFile=${emulatorFile(configDir, "%i")}
ExecStart=${program} ${emulatorArguments("drover-%i", emulatorPort, "clean").join(" ")}
Restart=always
`;

/** It ends after its host, and never runs without it. */
const madeUnit = ({ avdHome, sdk }: HostSetup, program: string): string => `BindsTo=drover-host@0.service
Before=drover-host@0.service

[Service]
Environment=${word(`ANDROID_AVD_HOME=${avdHome}`)} ${word(`ANDROID_HOME=${sdk}`)}
ExecStart=${program} ${emulatorArguments(avdName(0), "%i", "shared").join(" ")}
`;

/** With an empty token the console asks for none: the host is another user, who could not read it. */
const ownUser = `User=${emulatorUser}
StateDirectory=${emulatorUser}
StateDirectoryMode=0750
ExecStartPre=/usr/bin/env truncate --size=0 ${emulatorHome}/.emulator_console_auth_token
`;

/** Beside other adb servers one looks for no emulators; one tells its server once that it is there, and so starts again with it. */
const emulatorBindings = ({ number, emulators }: Shard): readonly (readonly [string, string])[] =>
  emulators.map((emulator) => [
    `drover-emulator@${emulator.number}.service.d/shard.conf`,
    `# ${avdName(emulator.number)}\n[Unit]\nBindsTo=drover-adb@${number}.service\nAfter=drover-adb@${number}.service\n`,
  ]);

const owner = ({ user }: SystemdPlace): string =>
  user === null ? "" : `User=${user}\nStateDirectory=drover\nStateDirectoryMode=0700\n`;

/** A path in a command line of systemd's. */
const word = (file: string): string => `"${file.replaceAll("%", "%%")}"`;
