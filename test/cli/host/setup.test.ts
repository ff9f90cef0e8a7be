import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { SaxesParser } from "saxes";
import { afterAll, describe, expect, it } from "vitest";
import { environmentFile, type HostSetup, hostShards } from "#cli/host/host-setup.ts";
import { refuseTooMany } from "#cli/host/made-devices.ts";
import { setupPlace } from "#cli/host/setup-place.ts";
import { systemdUnits } from "#cli/host/systemd-units.ts";
import { installedFiles, writeSetup } from "#cli/host/write-setup.ts";

const dir = mkdtempSync(path.join(tmpdir(), "drover-setup-"));
afterAll(() => rmSync(dir, { recursive: true }));

const setup: HostSetup = {
  hostId: "bench",
  stage: "prod",
  tenant: "acme",
  pool: "default",
  table: "Drover-prod-Storage-Table",
  bucket: "drover-prod-artifacts",
  region: "eu-central-1",
  credentials: { kind: "machine" },
  dir: "/var/lib/drover",
  node: "/usr/bin/node",
  drover: "/opt/drover/bin/drover.js",
  sdk: "/opt/android-sdk",
  avdHome: "/var/lib/drover/avd",
  emulators: 2,
  ephemeral: 0,
  group: null,
};
const system = setupPlace({ system: true }, "linux", "/home/me");
const textOf = (files: ReturnType<typeof system.files>, ending: string): string => {
  const found = files.find((file) => file.path.endsWith(ending));
  if (found === undefined)
    throw new Error(`there is no ${ending} among ${files.map((file) => file.path).join(", ")}`);
  return found.text;
};

describe("what a machine is told", () => {
  it("is one adb server with its host for every sixteen devices, none of which another server takes", () => {
    const shards = hostShards({ ...setup, emulators: 33 });
    expect(shards.map(({ adbPort, hostId, emulators }) => [adbPort, hostId, emulators.length])).toEqual([
      [5037, "bench-0", 16],
      [5038, "bench-1", 16],
      [5039, "bench-2", 1],
    ]);
    expect(shards[1]?.emulators[0]).toEqual({ number: 16, port: 5586 });
    const files = system.files({ ...setup, emulators: 33 });
    expect(textOf(files, "shard-1.env")).toContain("ADB_EMU='0'\nADB_USB='0'\n");
    expect(textOf(files, "drover-emulator@16.service.d/shard.conf")).toContain(
      "BindsTo=drover-adb@1.service",
    );
    expect(textOf(system.files(setup), "shard-0.env")).not.toContain("ADB_EMU");
  });

  it("is no more emulators for jobs than one adb server serves well", () => {
    expect(() => refuseTooMany(16)).not.toThrow();
    expect(() => refuseTooMany(17)).toThrow(
      "One adb server serves at most 16 emulators well, but --ephemeral asks for 17",
    );
  });

  it("keeps keys in a file for its owner alone, or has a certificate's helper fetch them", () => {
    const keys = { kind: "keys", accessKeyId: "AKIAX", secretAccessKey: "a/b+c=" } as const;
    const file = system
      .files({ ...setup, credentials: keys })
      .find(({ path: one }) => one.endsWith("host.env"));
    expect(file).toMatchObject({ mode: 0o600 });
    expect(file?.text).toContain("AWS_SECRET_ACCESS_KEY='a/b+c='");
    const anywhere = system.files({
      ...setup,
      credentials: {
        kind: "rolesAnywhere",
        signingHelper: "/usr/local/bin/aws_signing_helper",
        certificate: "/etc/drover/host.pem",
        privateKey: "/etc/drover/host.key",
        trustAnchorArn: "arn:aws:rolesanywhere:eu-central-1:1:trust-anchor/t",
        profileArn: "arn:aws:rolesanywhere:eu-central-1:1:profile/p",
        roleArn: "arn:aws:iam::1:role/host",
      },
    });
    expect(textOf(anywhere, "aws-config")).toMatch(
      /^\[profile drover\]\nregion = eu-central-1\ncredential_process = \/usr\/local\/bin\/aws_signing_helper credential-process --certificate .* --role-arn arn:aws:iam::1:role\/host\n$/,
    );
    expect(textOf(anywhere, "host.env")).toContain(
      "AWS_CONFIG_FILE='/etc/drover/aws-config'\nAWS_PROFILE='drover'\n",
    );
    expect(textOf(anywhere, "host.env")).not.toContain("SECRET");
  });

  it.each(["a'b", "$(reboot)", "a\nB=c", "`x`", 'a"b', "a\\b"])(
    "refuses %j in an environment file",
    (value) => {
      expect(() => environmentFile({ DROVER_TABLE: value })).toThrow("DROVER_TABLE");
    },
  );
});

const analyze = spawnSync("systemd-analyze", ["--version"]).error === undefined;
describe("systemd", () => {
  /** The same units, with programs that are there: systemd looks. */
  const units = (change: Partial<HostSetup> = {}) => {
    const sdk = path.join(dir, "sdk");
    for (const program of ["platform-tools/adb", "emulator/emulator"]) {
      mkdirSync(path.dirname(path.join(sdk, program)), { recursive: true });
      writeFileSync(path.join(sdk, program), "#!/bin/sh\n");
      chmodSync(path.join(sdk, program), 0o755);
    }
    const place = { unitDir: path.join(dir, "units"), configDir: path.join(dir, "etc"), user: "daemon" };
    return systemdUnits({ ...setup, ...change, sdk, node: process.execPath }, place);
  };

  it.skipIf(!analyze).each([{ emulators: 2 }, { emulators: 0, ephemeral: 4 }])(
    `finds nothing wrong with the units of %j${analyze ? "" : " (systemd-analyze is not installed here)"}`,
    async (change) => {
      // The rule for polkit has a place of its own.
      const files = units(change).filter(({ path: file }) => file.startsWith(dir));
      await writeSetup(files, path.join(dir, "etc"));
      const unitDir = path.join(dir, "units");
      const { status, stdout, stderr } = spawnSync(
        "systemd-analyze",
        [
          "verify",
          "--recursive-errors=yes",
          "--man=no",
          path.join(unitDir, "drover-host.target"),
          ...["adb@0", "emulator@0", "host@0", "fence"].map((name) =>
            path.join(unitDir, `drover-${name}.service`),
          ),
        ],
        { encoding: "utf8", env: { ...process.env, SYSTEMD_UNIT_PATH: `${unitDir}:` } },
      );
      const ours = (stdout + stderr).split("\n").filter((line) => line.includes("drover"));
      expect([status, ours]).toEqual([0, []]);
    },
  );

  it("starts a crashed emulator again, and lets a stopped host hand its devices back", () => {
    const files = units();
    expect(textOf(files, "drover-host.target")).toContain(
      "Upholds=drover-emulator@1.service\nWants=drover-host@0.service\n",
    );
    expect(textOf(files, "drover-emulator@.service")).toMatch(
      /ExecStart=.*emulator" -avd drover-%i -port \$\{DROVER_EMULATOR_PORT\} .*-snapshot drover-clean -no-snapshot-save\nRestart=always/,
    );
    expect(textOf(files, "drover-host@.service")).toContain("KillMode=mixed\nTimeoutStopSec=45\n");
    expect(textOf(files, "drover-adb@.service")).not.toContain(" -a ");
  });
});

describe("launchd", () => {
  const files = setupPlace({}, "darwin", "/Users/me").files({
    ...setup,
    dir: "/Users/me/Application Support",
  });
  const agents = files.filter((file) => file.path.endsWith(".plist"));

  it("gets the same services, each as well-formed XML with a command that a shell reads", () => {
    expect(agents.map((file) => path.basename(file.path))).toEqual([
      "dev.drover.adb.0.plist",
      "dev.drover.emulator.0.plist",
      "dev.drover.emulator.1.plist",
      "dev.drover.host.0.plist",
    ]);
    for (const { text } of agents) {
      const strings: string[] = [];
      let inside = false;
      const parser = new SaxesParser();
      parser.on("error", (error) => {
        throw error;
      });
      parser.on("opentag", ({ name }) => {
        inside = name === "string";
        if (inside) strings.push("");
      });
      parser.on("text", (part) => {
        if (inside) strings.push((strings.pop() ?? "") + part);
      });
      parser.on("closetag", () => {
        inside = false;
      });
      parser.write(text.replace(/<!DOCTYPE[^>]*>/, "")).close();
      const script = strings[strings.indexOf("-c") + 1] ?? "";
      execFileSync("sh", ["-n", "-c", script]);
      expect(script).toMatch(/^set -a; \. \/Users\/me\/\.config\/drover-host\/.*; exec /);
    }
  });
});

describe("installing and taking away", () => {
  it("writes files with their rights, takes away what an earlier setup had, and knows afterwards what there is", async () => {
    const root = path.join(dir, "machine");
    const at = (file: string) => path.join(root, file);
    const keys = { kind: "keys", accessKeyId: "AKIAX", secretAccessKey: "secret" } as const;
    await writeSetup(system.files({ ...setup, emulators: 3 }), system.configDir, at);
    await writeSetup(system.files({ ...setup, credentials: keys }), system.configDir, at);
    expect(statSync(at("/etc/drover/host.env")).mode & 0o777).toBe(0o600);
    const files = await installedFiles(system.configDir, at);
    expect(files).toContain("/etc/systemd/system/drover-host@.service");
    expect(files).not.toContain("/etc/drover/emulator-2.env");
    for (const file of files) readFileSync(at(file));
    expect(() => statSync(at("/etc/drover/emulator-2.env"))).toThrow("ENOENT");
  });

  it("says on other systems that it cannot", () => {
    expect(() => setupPlace({}, "win32", "/")).toThrow("Services cannot be installed on win32");
    expect(() => setupPlace({ system: true }, "darwin", "/")).toThrow("darwin");
  });
});
