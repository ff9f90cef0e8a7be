import type { ShellCommand } from "../shell-session.ts";
import * as builtins from "./builtins.ts";
import { echo, printf } from "./echo.ts";
import * as files from "./file-commands.ts";
import { getprop } from "./properties.ts";

/** Commands that are part of the shell itself. */
const shellBuiltins: Readonly<Record<string, ShellCommand>> = {
  ":": builtins.trueCommand,
  cd: builtins.cd,
  eval: builtins.evalCommand,
  exit: builtins.exit,
  export: builtins.exportCommand,
  local: builtins.exportCommand,
  typeset: builtins.exportCommand,
  pwd: builtins.pwd,
  read: builtins.readLine,
  set: builtins.trueCommand,
  unset: builtins.unset,
  true: builtins.trueCommand,
  false: builtins.falseCommand,
  echo,
  printf,
};

/** Programs of `/system/bin`. */
const programs: Readonly<Record<string, ShellCommand>> = {
  cat: files.cat,
  chmod: files.chmod,
  cp: files.cp,
  env: builtins.printEnvironment,
  getprop,
  ln: files.ln,
  mkdir: files.mkdir,
  mv: files.mv,
  printenv: builtins.printEnvironment,
  rm: files.rm,
  rmdir: files.rmdir,
  sh: builtins.sh,
  su: builtins.su,
  touch: files.touch,
  xargs: builtins.xargs,
};

const builtinsByName = new Map(Object.entries(shellBuiltins));
const programsByName = new Map(Object.entries(programs));

/** The command of that name or `/system/bin/` path; null when the phone has none. */
export function findCommand(name: string): ShellCommand | null {
  const program = name.startsWith("/system/bin/") ? name.slice("/system/bin/".length) : null;
  if (program !== null) return programsByName.get(program) ?? null;
  return builtinsByName.get(name) ?? programsByName.get(name) ?? null;
}

/** What `command -v` and `which` say of a name. */
export function commandPlace(name: string): "builtin" | "program" | null {
  if (builtinsByName.has(name)) return "builtin";
  return programsByName.has(name) ? "program" : null;
}
