import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";

/** `content` and `am` say so and end with 0. */
const saysError = /^(?:Error\b|\[ERROR\]|Exception occurred|Error while accessing provider)/m;

/** Runs the lines in their order, each in its own shell. @throws PreparationFailed for the first that fails, AdbServerLost */
export async function runPreparation(adb: AdbDevice, commands: readonly string[]): Promise<void> {
  if (commands.length === 0) return;
  const results = await adb.write(commands.map((command) => ["sh", "-c", command]));
  for (const [index, { code, output }] of results.entries()) {
    if (code === 0 && !saysError.test(output)) continue;
    const line = (commands[index] ?? "").slice(0, 200);
    throw new DroverError(
      "PreparationFailed",
      `Command ${index + 1} to prepare the device failed (${code ?? "no exit code"}): ${line}`,
      { details: { serial: adb.serial, code, output: output.slice(0, 500) } },
    );
  }
}
