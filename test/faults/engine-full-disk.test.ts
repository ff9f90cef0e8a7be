import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import {
  CreateStateMachineCommand,
  DescribeExecutionCommand,
  SFNClient,
  StartExecutionCommand,
} from "@aws-sdk/client-sfn";
import { afterAll, expect, it } from "vitest";
import { mountSmallDisk, noSmallDisk } from "../small-disk.ts";

const command = path.resolve(import.meta.dirname, "../../packages/step-functions/bin/step-functions.js");
const disk = mountSmallDisk(8);
afterAll(() => disk?.unmount());

/** Lambda's Invoke API whose one function answers when the test lets it. */
async function startFunction() {
  const letGo = Promise.withResolvers<void>();
  let calls = 0;
  const server = createServer(async (request, response) => {
    calls += 1;
    for await (const _ of request);
    await letGo.promise;
    response.setHeader("content-type", "application/json").end('"answered"');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, calls: () => calls, letGo: letGo.resolve, server };
}

const task = (Resource: string, Arguments: object) => ({
  QueryLanguage: "JSONata",
  StartAt: "Call",
  States: { Call: { Type: "Task", Resource, Arguments, End: true } },
});

it.runIf(disk)(
  `[fault D23] the engine alone lives through a full disk, refuses requests meanwhile, and keeps what it accepted${disk ? "" : noSmallDisk}`,
  async () => {
    if (disk === null) return;
    const called = await startFunction();
    const engine = spawn(
      process.execPath,
      [command, "--dir", path.join(disk.dir, "journal"), "--lambda-endpoint", called.url],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    let said = "";
    engine.stderr.on("data", (chunk: Buffer) => {
      said += chunk;
    });
    const [line] = (await once(engine.stdout, "data")) as [Buffer];
    const { url } = JSON.parse(String(line)) as { readonly url: string };
    const credentials = { accessKeyId: "a", secretAccessKey: "b" };
    const client = new SFNClient({ endpoint: url, region: "us-east-1", credentials, maxAttempts: 1 });
    const roleArn = "arn:aws:iam::123456789012:role/any";
    const create = async (name: string, definition: object): Promise<string> => {
      const given = { name, roleArn, definition: JSON.stringify(definition) };
      return (await client.send(new CreateStateMachineCommand(given))).stateMachineArn ?? "";
    };
    const calls = await create("calls", task("arn:aws:states:::lambda:invoke", { FunctionName: "f" }));
    const passes = await create("passes", {
      QueryLanguage: "JSONata",
      StartAt: "Pass",
      States: { Pass: { Type: "Pass", Output: "done", End: true } },
    });
    const start = (stateMachineArn: string, name: string, input = "{}") =>
      client.send(new StartExecutionCommand({ stateMachineArn, name, input }));
    const ended = async (machine: string, name: string) => {
      const executionArn = `${machine.replace(":stateMachine:", ":execution:")}:${name}`;
      const described = () => client.send(new DescribeExecutionCommand({ executionArn }));
      await expect.poll(async () => (await described()).status).not.toBe("RUNNING");
      return described();
    };
    await start(calls, "waits");
    await expect.poll(called.calls).toBe(1);

    disk.fill();
    // The journal has room of its own left until its pages are full.
    const input = JSON.stringify("x".repeat(200_000));
    const accepted: string[] = [];
    const refused = await (async () => {
      for (;;) {
        const name = `start-${accepted.length}`;
        try {
          await start(passes, name, input);
          accepted.push(name);
        } catch (error) {
          return { name, error };
        }
      }
    })();
    expect(refused.error).toMatchObject({
      name: "ServiceUnavailable",
      $metadata: { httpStatusCode: 503 },
      message: expect.stringContaining("The journal cannot be written: database or disk is full."),
    });
    await expect(start(passes, "while full")).rejects.toMatchObject({ name: "ServiceUnavailable" });
    await expect.poll(() => said).toContain("It is tried again until it can.");
    // An answer that comes meanwhile.
    called.letGo();
    await expect(start(passes, "later")).rejects.toMatchObject({ name: "ServiceUnavailable" });
    expect([engine.exitCode, engine.signalCode]).toEqual([null, null]);

    disk.empty();
    await expect.poll(() => said).toContain("The journal can be written again.");
    expect(await ended(calls, "waits")).toMatchObject({ status: "SUCCEEDED" });
    expect(called.calls()).toBe(1);
    // What was in the commit that stayed open happened; what was refused before its turn did not.
    for (const name of [...accepted, refused.name]) {
      expect(await ended(passes, name)).toMatchObject({ status: "SUCCEEDED", output: '"done"' });
    }
    await expect(ended(passes, "while full")).rejects.toMatchObject({ name: "ExecutionDoesNotExist" });
    expect((await start(passes, "afterwards")).$metadata.httpStatusCode).toBe(200);

    engine.kill("SIGTERM");
    expect(await once(engine, "exit")).toEqual([0, null]);
    client.destroy();
    called.server.close();
  },
);
