import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

interface InstalledHost {
  readonly environment: Readonly<Record<string, string>>;
  /** Of each adb server; none: nothing is installed. */
  readonly adbPorts: readonly number[];
}

const usualPlaces = (): readonly string[] => [
  "/etc/drover/host.env",
  path.join(homedir(), ".config/drover-host/host.env"),
];

/** What `drover hosts install` wrote, as far as this user may read it. */
export function installedHost(file: string | undefined): InstalledHost {
  const found = (file === undefined ? usualPlaces() : [file]).find((place) => existsSync(place));
  if (found === undefined) return { environment: {}, adbPorts: [] };
  const directory = path.dirname(found);
  const shards = readdirSync(directory).filter((name) => /^shard-\d+\.env$/.test(name));
  const ports = shards.map((name) => Number(variablesIn(path.join(directory, name)).DROVER_ADB_PORT));
  return {
    environment: variablesIn(found),
    adbPorts: ports.filter((port) => Number.isInteger(port)).sort((one, other) => one - other),
  };
}

function variablesIn(file: string): Readonly<Record<string, string>> {
  const lines = readFileSync(file, "utf8").split("\n");
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, value] = /^([A-Z_]+)='([^']*)'$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );
}
