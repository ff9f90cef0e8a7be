import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createContext, runInContext } from "node:vm";
import { afterAll, describe, expect, it } from "vitest";
import { emulatorFence, fenceRules } from "#cli/host/emulator-fence.ts";
import type { HostSetup } from "#cli/host/host-setup.ts";
import { setupPlace } from "#cli/host/setup-place.ts";

const dir = mkdtempSync(path.join(tmpdir(), "drover-fence-"));
afterAll(() => rmSync(dir, { recursive: true }));

const setup: HostSetup = {
  ...{ hostId: "bench", stage: "prod", tenant: "acme", pool: "default", table: "t", bucket: "b" },
  ...{ region: "eu-central-1", dir: "/var/lib/drover", node: "/usr/bin/node", drover: "/opt/drover.js" },
  ...{ sdk: "/opt/android-sdk", avdHome: "/var/lib/drover-emulator/avd", group: null },
  credentials: { kind: "keys", accessKeyId: "AKIAX", secretAccessKey: "secret" },
  emulators: 2,
  ephemeral: 0,
};
const made = { ...setup, emulators: 0, ephemeral: 4 };
const filesOf = (change: HostSetup, options = { system: true, user: "drover" }) =>
  new Map(
    setupPlace(options, "linux", "/home/me")
      .files(change)
      .map((file) => [path.basename(file.path), file]),
  );
const textOf = (files: ReturnType<typeof filesOf>, name: string) => files.get(name)?.text ?? "";

/** A network of its own needs root, nft and iproute2. */
const canFence =
  spawnSync("unshare", ["-n", "sh", "-c", "nft list ruleset && ip link add v0 type veth peer name v1"])
    .status === 0;

describe("rules for emulators", () => {
  it.skipIf(!canFence)(
    `close the machine's own addresses and link-local ones to their user, and nothing to others${canFence ? "" : " (skipped: needs root, nft, ip and unshare)"}`,
    () => {
      const rules = path.join(dir, "emulators.nft");
      writeFileSync(rules, fenceRules("nobody"));
      const script = path.join(import.meta.dirname, "in-fence.ts");
      const said = execFileSync("unshare", ["-n", process.execPath, script, rules], { encoding: "utf8" });
      // By the fenced user, by another.
      expect(JSON.parse(said)).toEqual({
        "adb server": ["ECONNREFUSED", "hello"],
        "adb server by another loopback address": ["ECONNREFUSED", "hello"],
        "adb server by IPv6": ["ECONNREFUSED", "hello"],
        "the machine's own address": ["ECONNREFUSED", "hello"],
        resolver: ["hello", "hello"],
        role: ["ECONNREFUSED", "silence"],
        "the internet": ["silence", "silence"],
        // It answers there, and reaches it no more than those of other emulators.
        "the emulator's console": ["ECONNREFUSED", "hello"],
      });
    },
    30_000,
  );

  it("are loaded before an emulator begins and again with the machine's own, or it does not begin", () => {
    for (const change of [setup, made]) {
      const files = filesOf(change);
      const emulator = textOf(files, "drover-emulator@.service");
      expect(emulator).toMatch(/^Requires=drover-fence\.service\nAfter=drover-fence\.service\n/m);
      expect(emulator).toMatch(/^User=drover-emulator$/m);
      const fence = textOf(files, "drover-fence.service");
      expect(fence).toMatch(/^PartOf=drover-host\.target nftables\.service$/m);
      expect(fence).toMatch(/^ReloadPropagatedFrom=nftables\.service$/m);
      expect(fence).toMatch(/^ExecStart=\/usr\/bin\/env nft -f \/etc\/drover\/emulators\.nft$/m);
      expect(textOf(files, "emulators.nft")).toContain('meta skuid != "drover-emulator" accept');
    }
  });

  it("are not there for phones that are plugged in, nor for services of a user's own, who has no second user", () => {
    const own = { system: false, user: "drover" };
    for (const files of [filesOf({ ...setup, emulators: 0 }), filesOf(setup, own), filesOf(made, own)]) {
      expect([...files.keys()].filter((name) => /fence|nft|rules/.test(name))).toEqual([]);
      expect([...files.values()].map(({ text }) => text).join()).not.toContain("drover-emulator\n");
    }
  });
});

describe("what an emulator's user can read", () => {
  it("has no credentials in it: neither a unit of an emulator nor a file that others may read holds one", () => {
    for (const change of [setup, made]) {
      const files = filesOf(change);
      expect(files.get("host.env")).toMatchObject({ mode: 0o600 });
      expect(textOf(files, "host.env")).toContain("AWS_SECRET_ACCESS_KEY='secret'");
      for (const { text, mode, path: file } of files.values())
        if (mode !== 0o600) expect(text, file).not.toContain("secret");
      expect(textOf(files, "drover-emulator@.service")).not.toContain("host.env");
      expect(textOf(files, "drover-host@.service")).toContain(
        "StateDirectory=drover\nStateDirectoryMode=0700\n",
      );
    }
  });
});

describe("a host's leave to start emulators for jobs", () => {
  const rule = emulatorFence(made, { unitDir: dir, configDir: dir, user: "drover" }, "t")[
    "/etc/polkit-1/rules.d/50-drover.rules"
  ];
  const asked = (user: string, unit: string, verb: string, id = "org.freedesktop.systemd1.manage-units") => {
    const rules: ((action: object, subject: object) => unknown)[] = [];
    const polkit = { Result: { YES: "yes" }, addRule: (one: (typeof rules)[number]) => rules.push(one) };
    runInContext(rule ?? "", createContext({ polkit }));
    const lookup = (name: string) => ({ unit, verb })[name];
    return rules.map((one) => one({ id, lookup }, { user }))[0];
  };

  it("is for its own user, for those units, and to start and stop alone", () => {
    expect(asked("drover", "drover-emulator@5560.service", "start")).toBe("yes");
    expect(asked("drover", "drover-emulator@5560.service", "stop")).toBe("yes");
    for (const [user, unit, verb] of [
      ["mallory", "drover-emulator@5560.service", "start"],
      ["drover-emulator", "drover-emulator@5560.service", "start"],
      ["drover", "drover-fence.service", "stop"],
      ["drover", "ssh.service", "start"],
      ["drover", "drover-emulator@5560.service.d", "start"],
      ["drover", "x-drover-emulator@5560.service", "start"],
      ["drover", "drover-emulator@a/../b.service", "start"],
      ["drover", "drover-emulator@5560.service", "set-property"],
    ] as const)
      expect(asked(user, unit, verb), `${user} ${verb} ${unit}`).toBeUndefined();
    expect(
      asked("drover", "drover-emulator@5560.service", "start", "org.freedesktop.systemd1.manage-unit-files"),
    ).toBeUndefined();
  });

  it("comes with such devices alone, which end after their host and never run without it", () => {
    expect(filesOf(setup).has("50-drover.rules")).toBe(false);
    const files = filesOf(made);
    expect(textOf(files, "50-drover.rules")).toBe(rule);
    expect(textOf(files, "drover-emulator@.service")).toMatch(
      /BindsTo=drover-host@0\.service\nBefore=drover-host@0\.service/,
    );
    expect(textOf(files, "drover-host.target")).not.toContain("drover-emulator@");
  });
});
