import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** As an emulator has one in the home directory of whoever started it; ours lies with the phones. */
const fileName = ".emulator_console_auth_token";

export interface ConsoleToken {
  readonly file: string;
  /** Read anew for each attempt, as an emulator does: whoever empties the file wants no authentication. */
  read(): string;
}

/** Found there, or made. */
export function consoleToken(dir: string): ConsoleToken {
  const file = join(dir, fileName);
  if (!existsSync(file)) writeFileSync(file, randomBytes(12).toString("base64"), { mode: 0o600 });
  return { file, read: () => readFileSync(file, "utf8").trim() };
}
