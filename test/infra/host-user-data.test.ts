import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hostScriptFile, hostUserData } from "#infra/host/host-user-data.ts";
import { droverCommand } from "#shared/project-files.ts";
import { dryRunMachine } from "./dry-run-machine.ts";

const values = {
  DROVER_STAGE: "prod",
  DROVER_TENANT: "acme",
  DROVER_POOL: "default",
  DROVER_TABLE: "the-table",
  DROVER_BUCKET: "the-bucket",
  DROVER_PACKAGE: "s3://assets/abc.tgz",
  DROVER_OTLP_ENDPOINT: "",
  DROVER_IMAGE: "system-images;android-34;google_apis;x86_64",
  DROVER_DEVICES: "3",
  DROVER_EPHEMERAL: "false",
  DROVER_AUTO_SCALING_GROUP: "drover_prod_acme_default",
  DROVER_IDLE_MINUTES: "15",
  DROVER_DRAIN_MINUTES: "60",
} as const;

const shellcheck = spawnSync("shellcheck", ["--version"]).error === undefined;
it.skipIf(!shellcheck)(
  `the script is one that shellcheck finds nothing in${shellcheck ? "" : " (not installed here)"}`,
  () => {
    execFileSync("shellcheck", ["--shell=bash", hostScriptFile], { encoding: "utf8" });
  },
);

it("refuses a value that would end its quotation", () => {
  expect(() => hostUserData({ ...values, DROVER_POOL: "a'; reboot; '" })).toThrow("DROVER_POOL");
});

describe("the script in a dry run", () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(path.join(tmpdir(), "drover-user-data-"));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  const run = (
    change: Partial<Record<keyof typeof values, string>> = {},
    options: Partial<Parameters<typeof dryRunMachine>[1]> = {},
  ) => dryRunMachine(hostUserData({ ...values, ...change } as typeof values), { dir, ...options });

  it("installs everything by checksum, prepares the emulators as their user, then hands over to systemd", () => {
    const { status, said, log } = run();
    expect([status, said]).toEqual([0, expect.stringContaining("drover: done")]);
    const lines = log();
    expect(lines.filter((line) => line.startsWith("sha256sum"))).toHaveLength(3);
    expect(lines).toContain(
      `drover hosts prepare --sdk ${dir}/root/opt/android-sdk --image ${values.DROVER_IMAGE} --devices 3 --keyboard ${dir}/root/opt/drover/adb-keyboard.apk`,
    );
    const install = lines.find((line) => line.startsWith("drover hosts install")) ?? "";
    for (const words of [
      "--system --user drover",
      "--host-id i-0abc --stage prod --tenant acme --pool default --table the-table --bucket the-bucket --region eu-central-1",
      "--devices 3 --auto-scaling-group drover_prod_acme_default --idle-minutes 15 --drain-minutes 60",
    ])
      expect(install).toContain(words);
    expect(lines.slice(-2)).toEqual([
      expect.stringContaining("target-lifecycle-state"),
      "systemctl start drover-host.target",
    ]);
  });

  it("gives emulators a user of their own, who makes their disks, shares a group with the host and leaves no adb server", () => {
    const lines = run().log();
    const home = (user: string) => `--home-dir ${dir}/root/var/lib/${user}`;
    const shell = "--shell /usr/sbin/nologin";
    expect(lines.filter((line) => line.startsWith("useradd"))).toEqual([
      `useradd --system --create-home ${home("drover-emulator")} ${shell} --groups kvm drover-emulator`,
      `useradd --system --create-home ${home("drover")} ${shell} --groups kvm,drover-emulator drover`,
    ]);
    expect(lines.find((line) => line.includes("apt-get install"))).toMatch(/ nftables polkitd /);
    const [prepares, kills, ...others] = lines.filter((line) => line.startsWith("runuser"));
    expect(prepares).toMatch(
      /^runuser --user drover-emulator -- env HOME=\S+\/drover-emulator .*ANDROID_AVD_HOME=\S+\/drover-emulator\/avd \S+\/drover hosts prepare /,
    );
    expect(kills).toMatch(/^runuser --user drover-emulator .*\/platform-tools\/adb kill-server$/);
    expect(others).toEqual([]);
    expect(lines.indexOf(kills ?? "")).toBeLessThan(
      lines.findIndex((line) => line.includes("systemctl start")),
    );
  });

  it("signs for its package with keys that stand in no list of processes", () => {
    const { log } = run();
    expect(readFileSync(path.join(dir, "curl-config"), "utf8")).toContain('user = "AKIA:secret/+"');
    expect(log().join("\n")).not.toContain("secret/+");
    expect(log().some((line) => line.includes("https://assets.s3.eu-central-1.amazonaws.com/abc.tgz"))).toBe(
      true,
    );
  });

  it("makes one emulator where each job gets a device of its own", () => {
    const lines = run({ DROVER_EPHEMERAL: "true" }).log();
    expect(lines.find((line) => line.startsWith("drover hosts prepare"))).toContain("--devices 1 ");
    expect(lines.find((line) => line.startsWith("drover hosts install"))).toContain("--ephemeral 3 ");
  });

  it("starts nothing on a machine that waits in a warm pool, and tells its group that it is prepared", () => {
    const lines = run({}, { state: "Warmed:Stopped" }).log();
    expect(lines).toContain(
      "drover hosts launched --auto-scaling-group drover_prod_acme_default --host-id i-0abc",
    );
    expect(lines).not.toContain("systemctl start drover-host.target");
  });

  it("says to the command that installs the host nothing that it would not take", () => {
    const { status, said, installed } = run({}, { drover: droverCommand });
    expect([status, said]).toEqual([0, expect.stringContaining("drover: done")]);
    expect(installed()["host.env"]).toContain("DROVER_AUTO_SCALING_GROUP='drover_prod_acme_default'");
    expect(installed()["shard-0.env"]).toContain("DROVER_HOST_ID='i-0abc'");
    expect(installed()["emulator-0.env"]).toContain("ANDROID_AVD_HOME='/var/lib/drover-emulator/avd'");
    expect(installed()["emulators.nft"]).toContain('meta skuid != "drover-emulator" accept');
  });

  it("stops at once, and says why, on a machine without KVM", () => {
    const { status, said } = run({}, { kvm: path.join(dir, "no-kvm") });
    expect([status, said]).toEqual([1, expect.stringContaining("this machine has no KVM")]);
  });
});
