import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hostScriptFile, hostUserData } from "#infra/host-user-data.ts";

const values = {
  DROVER_STAGE: "prod",
  DROVER_TENANT: "acme",
  DROVER_POOL: "default",
  DROVER_TABLE: "the-table",
  DROVER_BUCKET: "the-bucket",
  DROVER_PACKAGE: "s3://assets/abc.tgz",
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

/** Stands in for every program that changes the machine: says what it was called with, and answers where the script reads. */
const program = `#!/bin/bash
name=\${0##*/}
echo "$name $*" >>"$DRY_LOG"
case $name in
  curl)
    args=" $* "
    [[ $args == *" --config - "* ]] && cat >"$DRY_DIR/curl-config"
    while (($#)); do [[ $1 == --output ]] && echo downloaded >"$2"; shift; done
    case $args in
      *"/api/token "*) echo session ;;
      *meta-data/placement/region*) echo eu-central-1 ;;
      *meta-data/instance-id*) echo i-0abc ;;
      *meta-data/iam/security-credentials/\\ *) echo the-role ;;
      *meta-data/iam/security-credentials/the-role*) echo '{"AccessKeyId":"AKIA","SecretAccessKey":"secret/+","Token":"token=="}' ;;
      *meta-data/autoscaling/target-lifecycle-state*) echo "$DRY_STATE" ;;
    esac ;;
  tar)
    while (($#)); do [[ $1 == --directory ]] && into=$2; shift; done
    mkdir -p "$into/bin" && cp "$0" "$into/bin/npm" && cp "$0" "$into/bin/drover" ;;
  unzip) mkdir -p "$4/cmdline-tools/bin" && cp "$0" "$4/cmdline-tools/bin/sdkmanager" ;;
  jq) printf 'user = "AKIA:secret/+"\\nheader = "x-amz-security-token: token=="\\n' ;;
  sha256sum) read -r sum file; [[ \${#sum} == 64 && -n $file ]] ;;
  runuser) shift 3; exec "$@" ;;
  sdkmanager) [[ $* == *--licenses* ]] && { read -r answer; [[ $answer == y ]]; } ;;
esac
exit 0
`;

describe("the script in a dry run", () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(path.join(tmpdir(), "drover-user-data-"));
    mkdirSync(path.join(dir, "bin"));
    for (const name of [
      "apt-get",
      "curl",
      "tar",
      "unzip",
      "jq",
      "sha256sum",
      "groupadd",
      "useradd",
      "runuser",
      "systemctl",
    ]) {
      writeFileSync(path.join(dir, "bin", name), program);
      chmodSync(path.join(dir, "bin", name), 0o755);
    }
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  const run = (
    change: Partial<Record<keyof typeof values, string>> = {},
    state = "InService",
    kvm = "/dev/null",
  ) => {
    const script = hostUserData({ ...values, ...change } as typeof values);
    const { status, stdout, stderr } = spawnSync("bash", ["-c", script], {
      encoding: "utf8",
      env: {
        PATH: `${path.join(dir, "bin")}:/usr/bin:/bin`,
        DROVER_ROOT: path.join(dir, "root"),
        DROVER_KVM: kvm,
        DRY_DIR: dir,
        DRY_LOG: path.join(dir, "log"),
        DRY_STATE: state,
      },
    });
    const log = () => readFileSync(path.join(dir, "log"), "utf8").trim().split("\n");
    return { status, said: stdout + stderr, log };
  };

  it("installs everything by checksum, prepares the emulators as their user, then hands over to systemd", () => {
    const { status, said, log } = run();
    expect([status, said]).toEqual([0, expect.stringContaining("drover: done")]);
    const lines = log();
    expect(lines.filter((line) => line.startsWith("sha256sum"))).toHaveLength(3);
    expect(lines).toContain(
      `drover host prepare --sdk ${dir}/root/opt/android-sdk --image ${values.DROVER_IMAGE} --devices 3 --keyboard ${dir}/root/opt/drover/adb-keyboard.apk`,
    );
    const install = lines.find((line) => line.startsWith("drover host install")) ?? "";
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
    expect(lines.find((line) => line.startsWith("drover host prepare"))).toContain("--devices 1 ");
    expect(lines.find((line) => line.startsWith("drover host install"))).toContain("--ephemeral 3 ");
  });

  it("starts nothing on a machine that waits in a warm pool, and tells its group that it is prepared", () => {
    const lines = run({}, "Warmed:Stopped").log();
    expect(lines).toContain(
      "drover host launched --auto-scaling-group drover_prod_acme_default --host-id i-0abc",
    );
    expect(lines).not.toContain("systemctl start drover-host.target");
  });

  it("stops at once, and says why, on a machine without KVM", () => {
    const { status, said } = run({}, "InService", path.join(dir, "no-kvm"));
    expect([status, said]).toEqual([1, expect.stringContaining("this machine has no KVM")]);
  });
});
