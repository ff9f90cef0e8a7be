import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

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
      *meta-data/placement/region*) echo "$DRY_REGION" ;;
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
  sdkmanager)
    for word; do [[ $word == --sdk_root=* ]] && tools=\${word#*=}/platform-tools; done
    [[ $* == *--install* ]] && mkdir -p "$tools" && cp "$0" "$tools/adb"
    [[ $* != *--licenses* ]] || { read -r answer; [[ $answer == y ]]; } ;;
  drover)
    # The command itself, where a test has it: what it would write goes to the log of installs.
    if [[ $1 == hosts && $2 == install && -n \${DRY_DROVER:-} ]]; then
      "$DRY_NODE" "$DRY_DROVER" "$@" --dry-run >>"$DRY_DIR/installed"
      exit
    fi ;;
esac
exit 0
`;

const programs = [
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
];

interface DryRun {
  /** Empty. */
  readonly dir: string;
  readonly region?: string;
  /** Of its Auto Scaling group. */
  readonly state?: string;
  readonly kvm?: string;
  /** The command itself, which says what `hosts install` would write; absent: it is stood in for as well. */
  readonly drover?: string;
}

/** Runs a machine's first script with a stand-in for each program that would change something. */
export function dryRunMachine(script: string, options: DryRun) {
  const { dir, region = "eu-central-1", state = "InService", kvm = "/dev/null", drover } = options;
  mkdirSync(path.join(dir, "bin"), { recursive: true });
  for (const name of programs) {
    writeFileSync(path.join(dir, "bin", name), program);
    chmodSync(path.join(dir, "bin", name), 0o755);
  }
  const { status, stdout, stderr } = spawnSync("bash", ["-c", script], {
    encoding: "utf8",
    env: {
      PATH: `${path.join(dir, "bin")}:/usr/bin:/bin`,
      DROVER_ROOT: path.join(dir, "root"),
      DROVER_KVM: kvm,
      DRY_DIR: dir,
      DRY_LOG: path.join(dir, "log"),
      DRY_STATE: state,
      DRY_REGION: region,
      ...(drover === undefined ? {} : { DRY_DROVER: drover, DRY_NODE: process.execPath }),
    },
  });
  return {
    status,
    said: stdout + stderr,
    log: () => readFileSync(path.join(dir, "log"), "utf8").trim().split("\n"),
    /** What `hosts install` would write, by the file's name. */
    installed: () => installedFiles(readFileSync(path.join(dir, "installed"), "utf8")),
  };
}

/** As `drover hosts install --dry-run` prints them. */
const installedFiles = (printed: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    printed
      .split(/^# (?=\/)/m)
      .filter((part) => part.includes("\n"))
      .map((part) => [path.basename(part.split(" ", 1).join()), part.slice(part.indexOf("\n") + 1)]),
  );
