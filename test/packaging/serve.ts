import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { SFNClient, TestStateCommand } from "@aws-sdk/client-sfn";

export interface Served<Result> {
  readonly ready: unknown;
  readonly result: Result;
  /** Code and signal of the end that SIGTERM asked for. */
  readonly ended: readonly unknown[];
}

/** Starts an installed server, reads its ready line, uses it, and ends it with SIGTERM. */
export async function serve<Result>(
  dir: string,
  command: readonly string[],
  use: (ready: never) => Promise<Result>,
): Promise<Served<Result>> {
  const child = spawn(process.execPath, command, { cwd: dir, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  try {
    const [line] = await once(createInterface(child.stdout), "line");
    const ready = JSON.parse(String(line));
    const result = await use(ready as never);
    child.kill("SIGTERM");
    return { ready, result, ended: await ended };
  } finally {
    child.kill("SIGKILL");
  }
}

/** Asks an engine for an expression that never ends; it takes the engine's thread for long evaluations to say so. */
export async function evaluateWithoutEnd(ready: { readonly url: string; readonly region: string }) {
  const client = new SFNClient({
    endpoint: ready.url,
    region: ready.region,
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
    disableHostPrefix: true,
  });
  const definition = {
    QueryLanguage: "JSONata",
    Type: "Pass",
    Output: `{% $contains("${"a".repeat(40)}!", /^(a+)+$/) %}`,
    End: true,
  };
  try {
    const request = { definition: JSON.stringify(definition), roleArn: "arn:aws:iam::123456789012:role/r" };
    const { status, error, cause } = await client.send(new TestStateCommand(request));
    return { status, error, cause };
  } finally {
    client.destroy();
  }
}
