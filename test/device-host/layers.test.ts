import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../../device-host");

/** From the bottom up: a file imports its own layer and the ones before it, never a later one. */
const layers = [
  ["host-clock.ts", "host-disk.ts", "host-logger.ts", "host-metrics.ts", "retry-plan.ts"],
  ["quick-failures.ts"],
  ["server-time.ts", "adb"],
  ["adb-port", "machine", "null-device", "touches", "ui-server"],
  ["adb-transcript"],
  ["observe"],
  ["app-errors"],
  ["actions", "validators"],
  ["delivery"],
  ["recording"],
  ["host-services.ts"],
  ["tracing"],
  ["judging"],
  ["clean", "apps", "secrets"],
  ["policy"],
  ["data"],
  ["devices"],
  ["snapshots"],
  ["lease"],
  ["discovery", "requests"],
  ["commands", "http"],
  ["host-heartbeat.ts", "host-api.ts"],
  ["drain-host.ts", "host-options.ts", "retire-host.ts"],
  ["open-services.ts"],
  ["start-host.ts"],
];
const folderOf = (file: string): string => file.split("/")[0] ?? file;
const layerOf = (file: string): number => layers.findIndex((names) => names.includes(folderOf(file)));

const files = globSync("**/*.ts", { cwd: root });
const imports = files.flatMap((file) => {
  const text = readFileSync(path.join(root, file), "utf8");
  const relative = [...text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)];
  return relative.map((match) => ({ file, to: path.join(path.dirname(file), match[1] ?? "") }));
});

describe("the device host's layers", () => {
  it("places every file", () => {
    expect(files.filter((file) => layerOf(file) < 0)).toEqual([]);
    expect(imports.length).toBeGreaterThan(100);
  });

  it("import downwards only, and neighbours of one layer do not know each other", () => {
    const upwards = imports.filter(
      ({ file, to }) =>
        layerOf(to) > layerOf(file) || (layerOf(to) === layerOf(file) && folderOf(to) !== folderOf(file)),
    );
    expect(upwards).toEqual([]);
  });

  it("look at screens through the port for sources alone", () => {
    const direct = imports.filter(
      ({ file, to }) => /^observe\/(take-screenshot|dump-tree)\.ts$/.test(to) && folderOf(file) !== "observe",
    );
    expect(direct).toEqual([]);
  });
});
