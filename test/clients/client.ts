import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** The session's port, and what a client must not see. */
export interface PortUnderTest {
  readonly port: number;
  readonly serial: string;
  /** Of the farm's other phones, on which a batch runs. */
  readonly others: readonly string[];
  /** For what is installed and written. */
  readonly dir: string;
}

/** What became of one thing that a client was asked to do. */
export interface Tried {
  readonly client: string;
  readonly what: string;
  readonly ok: boolean;
  readonly said: string;
  /** Known not to work, for the reason given: it does not fail the run. */
  readonly expected?: boolean;
}

export type Client = (test: PortUnderTest) => Promise<readonly Tried[]>;

/** Each check of one client; the next is tried whatever the one before came to. */
export async function tried(
  client: string,
  checks: Readonly<Record<string, () => Promise<string>>>,
): Promise<Tried[]> {
  const results: Tried[] = [];
  for (const [what, check] of Object.entries(checks)) {
    const began = performance.now();
    try {
      const said = await check();
      results.push({ client, what, ok: true, said: `${said} (${Math.round(performance.now() - began)} ms)` });
    } catch (error) {
      results.push({ client, what, ok: false, said: String(error).replaceAll("\n", " ").slice(0, 300) });
    }
  }
  return results;
}

/** Known not to work here, whatever the client: said, and no failure of the run. */
export const asKnown = (results: readonly Tried[]): Tried[] =>
  results.map((one) => ({ ...one, expected: true }));

export function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

export const exec = promisify(execFile);

/** As anybody would install them, in a folder that goes with the run. */
export async function npmInstall(dir: string, ...packages: readonly string[]): Promise<void> {
  await exec("npm", ["install", "--prefix", dir, "--no-audit", "--no-fund", ...packages], {
    timeout: 400_000,
  });
}
