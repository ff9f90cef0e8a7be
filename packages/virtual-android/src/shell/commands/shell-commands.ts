import type { CommandPlace, ShellCommand } from "../shell-session.ts";
import * as builtins from "./builtins/builtins.ts";
import { getopts } from "./builtins/getopts.ts";
import * as others from "./builtins/run-others.ts";
import * as variables from "./builtins/variables.ts";
import { cmd } from "./cmd.ts";
import { content } from "./content.ts";
import { dumpsys } from "./dump/dumpsys.ts";
import * as framework from "./framework.ts";
import { getevent } from "./input/getevent.ts";
import { ime } from "./input/ime.ts";
import { input } from "./input/input.ts";
import { uinput } from "./input/uinput.ts";
import { locksettings } from "./locksettings.ts";
import { log, logcat } from "./logcat.ts";
import * as network from "./network-commands.ts";
import { am } from "./packages/am.ts";
import { appProcess } from "./packages/app-process.ts";
import { monkey } from "./packages/monkey.ts";
import { pm } from "./packages/pm.ts";
import * as processes from "./process-commands.ts";
import { getprop, setprop } from "./properties.ts";
import { screencap, uiautomator } from "./screen-commands.ts";
import { screenrecord } from "./screenrecord.ts";
import { settings } from "./settings.ts";
import { sqlite3 } from "./sqlite3.ts";
import { df } from "./storage-commands.ts";
import { svc } from "./svc.ts";
import * as system from "./system-commands.ts";
import * as cutAndTr from "./toybox/cut-and-tr.ts";
import { date } from "./toybox/date.ts";
import { echo, toyboxEcho } from "./toybox/echo.ts";
import { expr } from "./toybox/expr.ts";
import * as files from "./toybox/file-commands.ts";
import { find } from "./toybox/find.ts";
import { grep } from "./toybox/grep.ts";
import { ls, stat } from "./toybox/list-files.ts";
import * as listing from "./toybox/list-processes.ts";
import { netstat } from "./toybox/netstat.ts";
import { printf } from "./toybox/printf.ts";
import { sed } from "./toybox/sed.ts";
import { seq } from "./toybox/seq.ts";
import { sort } from "./toybox/sort.ts";
import { test } from "./toybox/test-command.ts";
import * as text from "./toybox/text-tools.ts";
import { top } from "./toybox/top.ts";
import * as names from "./toybox/which.ts";
import { wm } from "./wm.ts";

/** Commands that are part of the shell itself. */
const shellBuiltins: Readonly<Record<string, ShellCommand>> = {
  ".": builtins.dot,
  ":": builtins.trueCommand,
  "[": test,
  break: builtins.breakCommand,
  cd: builtins.cd,
  command: names.command,
  continue: builtins.continueCommand,
  echo,
  eval: builtins.evalCommand,
  exec: builtins.exec,
  exit: builtins.exit,
  export: variables.exportCommand,
  false: builtins.falseCommand,
  getopts,
  jobs: processes.jobs,
  kill: processes.kill,
  let: variables.letCommand,
  local: variables.local,
  nohup: processes.nohup,
  pwd: builtins.pwd,
  read: variables.read,
  readonly: variables.readonly,
  return: builtins.returnCommand,
  set: variables.set,
  shift: builtins.shift,
  test,
  trap: processes.trap,
  true: builtins.trueCommand,
  type: names.type,
  typeset: variables.local,
  umask: builtins.umask,
  unset: variables.unset,
  wait: processes.wait,
  whence: names.whence,
};

/** Programs of `/system/bin`. */
const programs: Readonly<Record<string, ShellCommand>> = {
  ...framework.ofFramework({
    am,
    cmd,
    content,
    dumpsys,
    ime,
    input,
    locksettings,
    monkey,
    pm,
    screencap,
    service: network.service,
    screenrecord,
    settings,
    svc,
    uiautomator,
    wm,
  }),
  app_process: appProcess,
  appops: system.refused,
  base64: text.base64,
  basename: text.basename,
  bmgr: system.refused,
  cat: files.cat,
  chmod: files.chmod,
  cut: cutAndTr.cut,
  cp: files.cp,
  date,
  df,
  dirname: text.dirname,
  egrep: grep,
  expr,
  env: others.env,
  find,
  getenforce: system.getenforce,
  getevent,
  getprop,
  grep,
  head: text.head,
  id: system.id,
  ifconfig: network.ifconfig,
  ip: network.ip,
  killall: listing.pkill,
  ln: files.ln,
  log,
  logcat,
  ls,
  md5sum: text.md5sum,
  mkdir: files.mkdir,
  mv: files.mv,
  pgrep: listing.pgrep,
  nc: network.nc,
  netstat,
  ping: network.ping,
  pidof: listing.pidof,
  pkill: listing.pkill,
  printenv: others.printenv,
  printf,
  ps: listing.ps,
  readlink: text.readlink,
  realpath: text.realpath,
  reboot: system.reboot,
  rm: files.rm,
  rmdir: files.rmdir,
  "run-as": network.runAs,
  sed,
  seq,
  setprop,
  sh: processes.sh,
  sha1sum: text.sha1sum,
  sha256sum: text.sha256sum,
  sleep: system.sleep,
  sort,
  sqlite3,
  start: framework.start,
  stat,
  stop: framework.stop,
  su: processes.su,
  sync: system.sync,
  tail: text.tail,
  tee: text.tee,
  timeout: processes.timeout,
  top,
  touch: files.touch,
  toybox: others.toybox,
  tr: cutAndTr.tr,
  uinput,
  uname: system.uname,
  uniq: text.uniq,
  uptime: system.uptime,
  wc: text.wc,
  which: names.which,
  whoami: system.whoami,
  xargs: others.xargs,
};

/** Of Android 14's `/system/bin`, and of no virtual phone: to say that they are not there would be wrong. */
const notHere =
  "awk bc blkid bugreport bugreportz bzcat bzip2 chcon chgrp chown cksum cmp comm cpio dalvikvm dd debuggerd device_config dex2oat diff dmesg " +
  "dos2unix du dumpstate fallocate file flock free fsync gunzip gzip hostname ionice iorenice insmod iconv ldd logname " +
  "losetup lsattr lsmod lsof lsusb microcom mkfifo mknod mkswap mktemp modprobe more mount mountpoint netcat nice nl nproc " +
  "nsenter od paste patch perfetto ping6 pmap readelf renice resize2fs rev rfkill runcon sendevent setenforce setsid sha224sum " +
  "sha384sum sha512sum simpleperf split ss stty strings swapoff swapon sysctl tac taskset tar tc traceroute truncate tty " +
  "tune2fs umount unix2dos unlink unshare unzip uudecode uuencode vmstat watch xxd yes zcat";

/** What of the shell is in `/system/bin` too, with another echo. */
const builtinPrograms: Readonly<Record<string, ShellCommand>> = {
  "[": test,
  echo: toyboxEcho,
  false: builtins.falseCommand,
  kill: processes.kill,
  pwd: builtins.pwd,
  test,
  true: builtins.trueCommand,
};

const builtinsByName = new Map(Object.entries(shellBuiltins));
const programsByName = new Map([
  ...notHere.split(" ").map((name): [string, ShellCommand] => [name, system.refused]),
  ...Object.entries(programs),
]);

/** The command of that name or `/system/bin/` path; null when the phone has none. */
export function findCommand(name: string): ShellCommand | null {
  const program = name.startsWith("/system/bin/") ? name.slice("/system/bin/".length) : null;
  if (program !== null) return programsByName.get(program) ?? builtinPrograms[program] ?? null;
  return builtinsByName.get(name) ?? programsByName.get(name) ?? null;
}

/** What lies in `/system/bin`. */
export const programNames = (): readonly string[] => [
  ...Object.keys(builtinPrograms),
  ...Object.keys(programs).filter((name) => programs[name] !== system.refused),
];

/** What can be called by name. @internal */
export const commandNames = (): readonly string[] => [...builtinsByName.keys(), ...programsByName.keys()];

/** What `command -v` and `which` say of a name: who asks shall not find what is refused when it is run. */
export function commandPlace(name: string): CommandPlace | null {
  if (builtinsByName.has(name)) return "builtin";
  const program = name.replace(/^\/system\/bin\//, "");
  if (program !== name && Object.hasOwn(builtinPrograms, program)) return "program";
  return (programsByName.get(program) ?? system.refused) === system.refused ? null : "program";
}
