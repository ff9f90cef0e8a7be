import { vi } from "vitest";
import { runProgram } from "../../cli/run-program.ts";
import type { Ended } from "../e2e/drover-process.ts";

type Listener = (...given: unknown[]) => void;

/** Ends what a command still listens to, when it has ended; answers to what. */
function listenOnlyFor(before: ReturnType<typeof listening>): readonly string[] {
  return listening().flatMap(({ event, listeners }, index) => {
    const left = listeners.filter((listener) => !before[index]?.listeners.includes(listener));
    for (const listener of left) process.off(event, listener);
    return left.map(() => event);
  });
}

const listening = () =>
  ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"].map((event) => ({
    event,
    listeners: process.listeners(event as "SIGINT") as readonly Listener[],
  }));

let running: string | undefined;

/**
 * `drover` with these arguments in this process, which costs a hundredth of one of its own: what it prints and ends with. One at a
 * time, and none that takes the process for its own: those are for `drover` of test/e2e/drover-process.ts.
 */
export async function commandLineHere(...args: readonly string[]): Promise<Ended> {
  const line = `drover ${args.join(" ")}`;
  if (running !== undefined)
    throw new Error(`'${running}' still runs in this process: start '${line}' as a process.`);
  running = line;
  const printed = (stream: NodeJS.WriteStream) => vi.spyOn(stream, "write").mockReturnValue(true);
  const [stdout, stderr] = [printed(process.stdout), printed(process.stderr)];
  const text = ({ mock }: typeof stdout) =>
    Buffer.concat(mock.calls.map(([chunk]) => Buffer.from(chunk as string))).toString();
  const exit = vi.spyOn(process, "exit").mockImplementation(() => {
    throw new Error("It ends its process.");
  });
  const before = { exitCode: process.exitCode, environment: { ...process.env }, listening: listening() };
  process.exitCode = undefined;
  process.env.NO_COLOR ??= "1";
  try {
    const code = (await runProgram(args)) ?? Number(process.exitCode ?? 0);
    const left = listenOnlyFor(before.listening);
    if (exit.mock.calls.length > 0 || left.length > 0)
      throw new Error(`'${line}' ends its process, or listens to its signals: start it as a process.`);
    return { code, stdout: text(stdout), stderr: text(stderr) };
  } finally {
    running = undefined;
    process.exitCode = before.exitCode;
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, before.environment);
    for (const spy of [stdout, stderr, exit]) spy.mockRestore();
  }
}
