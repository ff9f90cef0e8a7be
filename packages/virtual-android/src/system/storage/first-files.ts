import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const DIRECTORIES = [
  "sdcard/Download",
  "sdcard/DCIM",
  "sdcard/Pictures",
  "sdcard/Documents",
  "sdcard/Music",
  "sdcard/Android",
  "data/local/tmp",
  "system/bin",
  "dev/input",
];
/** The tool for more than one finger, the kernel's side of it, the keys and the touch panel, as adb's shell finds them. */
const FILES = [
  ["system/bin/uinput", 0o755],
  ["dev/uinput", 0o660],
  ["dev/input/event0", 0o660],
  ["dev/input/event1", 0o660],
] as const;

/** What every phone has before its first boot, beside what its apps keep. */
export function makeFirstFiles(root: string): void {
  for (const directory of DIRECTORIES) mkdirSync(join(root, directory), { recursive: true });
  for (const [file, mode] of FILES) writeFileSync(join(root, file), "", { mode });
}
