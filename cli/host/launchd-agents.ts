import path from "node:path";
import { avdName, emulatorArguments } from "#device-host/devices/avd-emulator.ts";
import { xmlEscaped } from "#shared/rules/batch-results/xml-text.ts";
import { shellWord } from "#shared/text/shell-word.ts";
import { type HostSetup, hostShards, type Shard } from "./host-setup.ts";
import { emulatorFile, hostEnvironmentFile, type SetupFile, shardFile } from "./setup-files.ts";

export interface LaunchdPlace {
  readonly agentDir: string;
  readonly configDir: string;
  readonly logDir: string;
}

interface Agent {
  readonly name: string;
  readonly environmentFiles: readonly string[];
  readonly command: readonly string[];
  /** Not after it ended by itself without an error. */
  readonly againAfterFailureOnly?: true;
}

/** The same services as systemd's, for a Mac: launchd knows no files with variables, so a shell reads them. */
export const launchdAgents = (setup: HostSetup, place: LaunchdPlace): readonly SetupFile[] =>
  agentsOf(setup, place).map((agent) => ({
    path: path.join(place.agentDir, `${agent.name}.plist`),
    text: plist(agent, place),
    mode: 0o644,
  }));

const agentsOf = (setup: HostSetup, { configDir }: LaunchdPlace): readonly Agent[] =>
  hostShards(setup).flatMap((shard) => agentsOfShard(setup, shard, configDir));

function agentsOfShard(setup: HostSetup, { number, emulators }: Shard, configDir: string): readonly Agent[] {
  const adb = setup.sdk === null ? "adb" : path.join(setup.sdk, "platform-tools/adb");
  const emulator = path.join(setup.sdk ?? "", "emulator/emulator");
  return [
    {
      name: `dev.drover.adb.${number}`,
      environmentFiles: [shardFile(configDir, number)],
      command: [adb, "-P", "$DROVER_ADB_PORT", "server", "nodaemon"],
    },
    ...emulators.map((one) => ({
      name: `dev.drover.emulator.${one.number}`,
      environmentFiles: [emulatorFile(configDir, one.number)],
      command: [emulator, ...emulatorArguments(avdName(one.number), "$DROVER_EMULATOR_PORT", "clean")],
    })),
    {
      name: `dev.drover.host.${number}`,
      environmentFiles: [hostEnvironmentFile(configDir), shardFile(configDir, number)],
      command: [setup.node, setup.drover, "hosts", "run"],
      againAfterFailureOnly: true,
    },
  ];
}

function plist(
  { name, environmentFiles, command, againAfterFailureOnly }: Agent,
  { logDir }: LaunchdPlace,
): string {
  const read = environmentFiles.map((file) => `. ${quoted(file)}; `).join("");
  const script = `set -a; ${read}exec ${command.map(quoted).join(" ")}`;
  const again = againAfterFailureOnly ? "<dict><key>SuccessfulExit</key><false/></dict>" : "<true/>";
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>${name}</string>
  <key>ProgramArguments</key>
  <array><string>/bin/sh</string><string>-c</string><string>${xmlEscaped(script)}</string></array>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key>${again}
  <key>ThrottleInterval</key><integer>5</integer>
  <key>ExitTimeOut</key><integer>45</integer>
  <key>StandardErrorPath</key><string>${xmlEscaped(path.join(logDir, `${name}.log`))}</string>
</dict>
</plist>
`;
}

/** A variable stays one; everything else is text to the shell. */
const quoted = (word: string): string => (/^\$[A-Z_]+$/.test(word) ? `"${word}"` : shellWord(word));
