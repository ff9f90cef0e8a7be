import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** An emulator has it in the home directory of whoever started it, where `adb emu` looks. */
const fileName = ".emulator_console_auth_token";

export interface ConsoleToken {
  readonly file: string;
  /** Read again for each attempt, as an emulator does: whoever empties the file wants no authentication. */
  read(): string;
}

/** Found there, or made; never written over, as an emulator's is not. @throws Error that names the file */
export function consoleToken(dir: string): ConsoleToken {
  const file = join(dir, fileName);
  try {
    if (!existsSync(file))
      writeFileSync(file, randomBytes(12).toString("base64"), { mode: 0o600, flag: "wx" });
  } catch (cause) {
    throw new Error(`The token of the consoles cannot be written to ${file}; make its directory writable.`, {
      cause,
    });
  }
  return { file, read: () => readFileSync(file, "utf8").trim() };
}
