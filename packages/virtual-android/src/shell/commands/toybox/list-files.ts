import type { Stats } from "node:fs";
import { PhoneError } from "../../../system/storage/phone-error.ts";
import { absolutePath, type CommandContext, CommandFailure, type ShellCommand } from "../../shell-session.ts";
import { parseOptions } from "../builtins/options.ts";
import { fileSystemStatus } from "../storage-commands.ts";

/** `ls`, toybox of Android 14: one name a line, since the output is never a terminal here. */
export const ls: ShellCommand = (context) => {
  const { flags, operands } = parseOptions(context, "1aAlRdSntrFp");
  const paths = operands.length === 0 ? ["."] : operands;
  const { files } = context.surroundings;
  let status = 0;
  const found: { readonly path: string; readonly stat: Stats }[] = [];
  for (const path of paths) {
    try {
      found.push({ path, stat: files.stat(absolutePath(context, path), !flags.has("d") && !flags.has("l")) });
    } catch (error) {
      if (!(error instanceof PhoneError)) throw error;
      context.stderr.write(`ls: ${path}: ${error.message}\n`);
      status = 1;
    }
  }
  const directories = flags.has("d")
    ? []
    : found.filter(({ path }) => files.find(absolutePath(context, path))?.isDirectory());
  const plain = found.filter((entry) => !directories.includes(entry));
  context.stdout.write(
    lines(
      plain.map(({ path }) => ({ name: path, path })),
      flags,
      context,
    ),
  );
  for (const [index, { path }] of directories.entries()) {
    listDirectory(
      path,
      { showName: paths.length > 1 || flags.has("R"), isFirst: index + plain.length === 0 },
      flags,
      context,
    );
  }
  return status;
};

function listDirectory(
  path: string,
  heading: { readonly showName: boolean; readonly isFirst: boolean },
  flags: ReadonlySet<string>,
  context: CommandContext,
): void {
  const { files } = context.surroundings;
  const own = flags.has("a") ? [".", ".."] : [];
  const names = [...own, ...files.list(absolutePath(context, path))].filter(
    (name) => flags.has("a") || flags.has("A") || !name.startsWith("."),
  );
  const entries = ordered(
    names.map((name) => ({ name, path: `${path}/${name}` })),
    flags,
    context,
  );
  if (heading.showName) context.stdout.write(`${heading.isFirst ? "" : "\n"}${path}:\n`);
  if (flags.has("l")) context.stdout.write(`total ${entries.length * 4}\n`);
  context.stdout.write(lines(entries, flags, context));
  if (!flags.has("R")) return;
  for (const entry of entries) {
    const isNested =
      !own.includes(entry.name) &&
      files.find(absolutePath(context, entry.path), false)?.isDirectory() === true;
    if (isNested) listDirectory(entry.path, { showName: true, isFirst: false }, flags, context);
  }
}

interface Entry {
  readonly name: string;
  readonly path: string;
}

function ordered(
  entries: readonly Entry[],
  flags: ReadonlySet<string>,
  context: CommandContext,
): readonly Entry[] {
  const stat = ({ path }: Entry) => context.surroundings.files.find(absolutePath(context, path), false);
  const sorted = [...entries];
  if (flags.has("t")) sorted.sort((a, b) => (stat(b)?.mtimeMs ?? 0) - (stat(a)?.mtimeMs ?? 0));
  if (flags.has("S")) sorted.sort((a, b) => (stat(b)?.size ?? 0) - (stat(a)?.size ?? 0));
  return flags.has("r") ? sorted.reverse() : sorted;
}

function lines(entries: readonly Entry[], flags: ReadonlySet<string>, context: CommandContext): string {
  const { files } = context.surroundings;
  if (!flags.has("l") && !flags.has("n"))
    return entries.map((entry) => `${entry.name}${markOf(entry, flags, context)}\n`).join("");
  const owner = flags.has("n") ? "0 0" : "root root";
  return entries
    .map(({ name, path }) => {
      const stat = files.find(absolutePath(context, path), false);
      if (stat === null) return "";
      const arrow = stat.isSymbolicLink() ? ` -> ${files.readLink(absolutePath(context, path))}` : "";
      return `${modeText(stat)} ${stat.nlink} ${owner} ${String(stat.size).padStart(6)} ${minuteText(stat.mtime)} ${name}${markOf({ name, path }, flags, context)}${arrow}\n`;
    })
    .join("");
}

/** What `-F` and `-p` put behind a name. */
function markOf({ path }: Entry, flags: ReadonlySet<string>, context: CommandContext): string {
  if (!flags.has("F") && !flags.has("p")) return "";
  const stat = context.surroundings.files.find(absolutePath(context, path), false);
  if (stat?.isDirectory() === true) return "/";
  if (!flags.has("F") || stat === null) return "";
  return stat.isSymbolicLink() ? "@" : (stat.mode & 0o111) === 0 ? "" : "*";
}

/** `-rw-rw----` and its kin. */
export function modeText(stat: Stats): string {
  const kind = stat.isDirectory() ? "d" : stat.isSymbolicLink() ? "l" : "-";
  const bits = "rwxrwxrwx".split("").map((letter, index) => (stat.mode & (0o400 >> index) ? letter : "-"));
  return kind + bits.join("");
}

const minuteText = (time: Date): string => time.toISOString().slice(0, 16).replace("T", " ");

/** `stat [-f] [-c FORMAT] FILE…` with the fields tools ask for. */
export const stat: ShellCommand = (context) => {
  const { flags, values, operands } = parseOptions(context, "Lfc:");
  let status = 0;
  for (const path of operands) {
    const found = context.surroundings.files.find(absolutePath(context, path), flags.has("L"));
    if (found === null) {
      context.stderr.write(`stat: ${path}: No such file or directory\n`);
      status = 1;
      continue;
    }
    if (flags.has("f")) {
      context.stdout.write(`${fileSystemStatus(path, values.get("c"))}\n`);
      continue;
    }
    context.stdout.write(
      `${values.get("c")?.replace(/%(.)/g, (_, letter: string) => field(letter, path, found)) ?? longStat(path, found)}\n`,
    );
  }
  if (operands.length === 0) throw new CommandFailure('stat: Needs 1 argument (see "stat --help")');
  return status;
};

function field(letter: string, path: string, found: Stats): string {
  switch (letter) {
    case "s":
      return String(found.size);
    case "n":
      return path;
    case "a":
      return (found.mode & 0o7777).toString(8);
    case "A":
      return modeText(found);
    case "F":
      return found.isDirectory() ? "directory" : found.isSymbolicLink() ? "symbolic link" : "regular file";
    case "Y":
      return String(Math.floor(found.mtimeMs / 1000));
    case "y":
      return found.mtime.toISOString();
    case "U":
    case "G":
      return "root";
    case "u":
    case "g":
      return "0";
    case "%":
      return "%";
    default:
      throw new CommandFailure(`stat: bad field %${letter}`);
  }
}

const longStat = (path: string, found: Stats): string =>
  `  File: ${path}\n  Size: ${found.size}\t Blocks: ${found.blocks}\t IO Blocks: 512\t${field("F", path, found)}\nDevice: fd05h/64773d\t Inode: ${found.ino}\t Links: ${found.nlink}\n` +
  `Access: (0${field("a", path, found)}/${modeText(found)})\tUid: (    0/    root)\tGid: (    0/    root)\nModify: ${found.mtime.toISOString()}`;
