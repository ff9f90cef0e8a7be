import { storage } from "../../system/storage/storage.ts";
import { CommandFailure, type ShellCommand } from "../shell-session.ts";
import { parseOptions } from "./builtins/options.ts";

const { blockBytes, totalBlocks, freeBlocks, totalFiles, freeFiles } = storage;

/** `df [-hk] [PATH]`: of the one file system that there is, under the name that was asked for. */
export const df: ShellCommand = (context) => {
  const { flags, operands } = parseOptions(context, "hk");
  const shown = (blocks: number): string =>
    flags.has("h") ? human(blocks * blockBytes) : String((blocks * blockBytes) / 1_024);
  const used = totalBlocks - freeBlocks;
  const columns = [
    shown(totalBlocks),
    shown(used),
    shown(freeBlocks),
    `${Math.ceil((used * 100) / totalBlocks)}%`,
  ];
  const heads = [
    flags.has("h") ? "Size" : "1K-blocks",
    "Used",
    flags.has("h") ? "Avail" : "Available",
    "Use%",
  ];
  const widths = heads.map((head, i) => Math.max(head.length, columns[i]?.length ?? 0));
  const row = (name: string, cells: readonly string[], last: string): string =>
    `${name.padEnd(15)} ${cells.map((cell, i) => cell.padStart(widths[i] ?? 0)).join(" ")} ${last}\n`;
  context.stdout.write(
    row("Filesystem", heads, "Mounted on") + row("/dev/block/dm-5", columns, operands[0] ?? "/data"),
  );
  return 0;
};

/** toybox's: three digits at most. */
function human(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < 4) {
    value /= 1_024;
    unit += 1;
  }
  return `${value < 9.95 && unit > 0 ? value.toFixed(1) : Math.round(value)}${["", "K", "M", "G", "T"][unit]}`;
}

/** What `stat -f` says of the file system; with a format only that. */
export function fileSystemStatus(path: string, format: string | undefined): string {
  if (format !== undefined) return format.replace(/%(.)/g, (_, letter: string) => fieldOf(letter, path));
  return [
    `  File: "${path}"`,
    "    ID: 0000fd0500000000 Namelen: 255    Type: f2fs",
    `Block Size: ${blockBytes}    Fundamental block size: ${blockBytes}`,
    `Blocks: Total: ${totalBlocks}\tFree: ${freeBlocks}\tAvailable: ${freeBlocks}`,
    `Inodes: Total: ${totalFiles}\tFree: ${freeFiles}`,
  ].join("\n");
}

function fieldOf(letter: string, path: string): string {
  const fields: Readonly<Record<string, string | number>> = {
    a: freeBlocks,
    b: totalBlocks,
    c: totalFiles,
    d: freeFiles,
    f: freeBlocks,
    i: "0000fd0500000000",
    l: 255,
    n: path,
    s: blockBytes,
    S: blockBytes,
    t: "f2f52010",
    T: "f2fs",
    "%": "%",
  };
  const value = fields[letter];
  if (value === undefined) throw new CommandFailure(`stat: bad field %${letter}`);
  return String(value);
}
