import { afterEach, beforeEach } from "vitest";
import { runShell, type ShellOptions } from "../../src/shell/run-shell.ts";
import { bufferInput, CollectedOutput } from "../../src/shell/streams.ts";
import { createFakeDevice } from "./fake-device.ts";

export interface ShellAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** A shell on a fake phone that is new for every test. */
export function shellOnFake() {
  let current: ReturnType<typeof createFakeDevice> | undefined;
  const phone = () => {
    if (current === undefined) throw new Error("only inside a test");
    return current;
  };
  beforeEach(() => {
    current = createFakeDevice();
  });
  afterEach(() => current?.device.close());
  const run = async (
    command: string,
    input = "",
    options: Partial<ShellOptions> = {},
  ): Promise<ShellAnswer> => {
    const [stdout, stderr] = [new CollectedOutput(), new CollectedOutput()];
    const code = await runShell(phone().device, command, {
      stdin: bufferInput(Buffer.from(input)),
      stdout,
      stderr,
      ...options,
    });
    return { stdout: stdout.text(), stderr: stderr.text(), code };
  };
  return {
    run,
    /** Only what it prints. */
    out: async (command: string, input?: string): Promise<string> => (await run(command, input)).stdout,
    phone,
  };
}
