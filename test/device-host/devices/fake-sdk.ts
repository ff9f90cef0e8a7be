import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { AndroidSdk } from "#device-host/devices/android-sdk.ts";

/** Written into each: where it keeps what the programs know of each other, and that it says no to what it does not know. */
const head = `#!/bin/sh
state=$(cd "$(dirname "$0")" && pwd)
while [ ! -d "$state/state" ]; do state=$(dirname "$state"); done
state=$state/state
no() { echo "\${0##*/}: $*" >&2; exit 1; }
echo "\${0##*/} $*" >>"$state/log"
[ "$ANDROID_ADB_SERVER_PORT" = 5137 ] || no "ANDROID_ADB_SERVER_PORT is '$ANDROID_ADB_SERVER_PORT'"
[ -d "$ANDROID_AVD_HOME" ] || no "ANDROID_AVD_HOME is no directory"
`;

const avdmanager = `${head}
[ "$1 $2" = "create avd" ] || no "unknown command $1 $2"
shift 2
while [ $# -gt 0 ]; do
  case $1 in
    --force) shift ;;
    --name) name=$2; shift 2 ;;
    --package) package=$2; shift 2 ;;
    --device) device=$2; shift 2 ;;
    *) no "unknown option $1" ;;
  esac
done
case $package in system-images\\;android-*\\;*\\;x86_64) ;; *) no "Package path is not valid: $package" ;; esac
[ -n "$device" ] || no "no device"
read -r answer
[ "$answer" = no ] || no "it was not told whether a custom profile is wanted"
mkdir -p "$ANDROID_AVD_HOME/$name.avd"
echo "path=$ANDROID_AVD_HOME/$name.avd" >"$ANDROID_AVD_HOME/$name.ini"
`;

const emulator = `${head}
while [ $# -gt 0 ]; do
  case $1 in
    -avd) name=$2; shift 2 ;;
    -port) port=$2; shift 2 ;;
    -gpu) [ "$2" = swiftshader_indirect ] || no "invalid GPU mode $2"; shift 2 ;;
    -accel) [ "$2" = on ] || no "invalid -accel $2"; shift 2 ;;
    -memory | -cores) case $2 in *[!0-9]* | '') no "invalid number $2" ;; esac; shift 2 ;;
    -snapshot) snapshot=$2; shift 2 ;;
    -read-only) shared=yes; shift ;;
    -no-window | -no-audio | -no-boot-anim | -no-snapshot | -no-snapshot-save) shift ;;
    *) no "unknown option: $1" ;;
  esac
done
avd=$ANDROID_AVD_HOME/$name
[ -f "$avd.ini" ] || no "PANIC: Unknown AVD name [$name]"
[ -z "$snapshot" ] || [ -d "$avd.avd/snapshots/$snapshot" ] || no "the snapshot $snapshot does not exist"
[ -n "$shared" ] || [ ! -e "$avd.lock" ] || no "Running multiple emulators with the same AVD is an experimental feature"
case $port in *[13579] | '') no "-port must be even" ;; esac
[ ! -e "$state/refuse" ] || no "x86_64 emulation currently requires hardware acceleration!"
echo "$name" >"$state/emulator-$port.avd"
echo $$ >"$state/emulator-$port.pid"
exec sleep 600
`;

const adb = `${head}
[ "$1" = -s ] || no "it is not said which device is meant"
serial=$2
shift 2
there() { [ -f "$state/$serial.pid" ] && kill -0 "$(cat "$state/$serial.pid")" 2>/dev/null; }
if [ "$*" = wait-for-device ]; then
  until there; do sleep 0.02; done
  exit 0
fi
there || no "device '$serial' not found"
case "$*" in
  "shell getprop sys.boot_completed")
    # As it is while it boots: said before the package manager answers.
    echo 1 ;;
  "shell pm path android")
    [ -e "$state/$serial.booted" ] || { touch "$state/$serial.booted"; no "Can't find service: package"; }
    echo package:/system/framework/framework-res.apk ;;
  "install -r "*) [ -f "$3" ] || no "failed to stat $3" ;;
  "shell ime enable com.android.adbkeyboard/.AdbIME") ;;
  "shell settings put global hide_error_dialogs 1") ;;
  "emu avd snapshot save "*) mkdir -p "$ANDROID_AVD_HOME/$(cat "$state/$serial.avd").avd/snapshots/$5" ;;
  "emu kill") kill "$(cat "$state/$serial.pid")"; rm "$state/$serial.pid" ;;
  *) no "unknown command $*" ;;
esac
`;

const lineOf = (unit: string, name: string): string =>
  new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";
const systemctl = (dir: string, unit: string): string => `#!/bin/sh
echo "systemctl $*" >>"${dir}/state/log"
case "$*" in
  "start --wait --no-ask-password drover-emulator@"*.service) set -- start "$4" ;;
  "stop --no-ask-password drover-emulator@"*.service) set -- stop "$3" ;;
  *) echo "Failed to parse: $*" >&2; exit 1 ;;
esac
i=\${2#drover-emulator@}; i=\${i%.service}
if [ $1 = stop ]; then kill "$(cat "${dir}/state/emulator-$i.pid")"; exit 0; fi
env -i PATH=/usr/bin:/bin ANDROID_ADB_SERVER_PORT=5137 ${lineOf(unit, "Environment")} ${lineOf(unit, "ExecStart").replaceAll("%i", "$i")} || {
  echo "Job for $2 failed because the control process exited with error code." >&2; exit 1; }
`;

/** The SDK's three programs as scripts that take the arguments that the real ones take, and no others. */
export async function fakeSdk() {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-sdk-"));
  const avdHome = path.join(dir, "avd");
  const programs = {
    "cmdline-tools/latest/bin/avdmanager": avdmanager,
    "emulator/emulator": emulator,
    "platform-tools/adb": adb,
  };
  await mkdir(path.join(dir, "state"));
  await mkdir(avdHome);
  for (const [place, script] of Object.entries(programs)) {
    const file = path.join(dir, place);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, script);
    await chmod(file, 0o755);
  }
  const sdk: AndroidSdk = { root: dir, avdHome, adbPort: 5_137 };
  return {
    sdk,
    dir,
    /** What was called, in order, without how often somebody asked whether it has booted. */
    calls: async () => (await readFile(path.join(dir, "state/log"), "utf8")).trim().split("\n"),
    /** A folder with a `systemctl` that knows this unit's template alone, and starts what it says with its own environment. */
    systemd: async (unit: string): Promise<string> => {
      const bin = path.join(dir, "bin");
      await mkdir(bin);
      await writeFile(path.join(bin, "systemctl"), systemctl(dir, unit));
      await chmod(path.join(bin, "systemctl"), 0o755);
      return bin;
    },
    /** From now on no emulator starts. */
    refuse: () => writeFile(path.join(dir, "state/refuse"), ""),
    remove: () => rm(dir, { recursive: true }),
  };
}
