import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const mostBytes = 2 ** 26;

/** What a program said; rejects when it failed or took too long, a minute unless told. */
export async function runProgram(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  timeout = 60_000,
): Promise<Buffer> {
  const { stdout } = await run(program, [...args], {
    env: { ...process.env, ...environment },
    encoding: "buffer",
    timeout,
    maxBuffer: mostBytes,
  });
  return stdout;
}
