import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { GetCommand, PutCommand, type PutCommandInput } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Cloud } from "#local/cloud/start-cloud.ts";
import { closeAwsClients, createAwsClients } from "#shared/storage/clients/aws-clients.ts";
import { droverCommand } from "../../drover-command.ts";
import { killChild } from "../../kill-child.ts";

let parent: string;
let child: ChildProcessByStdio<null, Readable, null>;
let lines: string[];

beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), "drover-cloud-"));
});
afterEach(async () => {
  await killChild(child);
  await rm(parent, { recursive: true });
});

/** Resolves with what it prints when it is ready. */
async function startCommand(): Promise<Omit<Cloud, "close"> & { readonly pid: number }> {
  child = spawn(process.execPath, [droverCommand, "cloud", "--dir", path.join(parent, "cloud")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  lines = [];
  const reader = createInterface({ input: child.stdout });
  reader.on("line", (line) => lines.push(line));
  await once(reader, "line");
  return JSON.parse(lines[0] ?? "");
}

it("drover cloud prints one line with addresses and credentials, and ends cleanly on SIGTERM", async () => {
  const ready = await startCommand();
  expect(ready).toMatchObject({ pid: child.pid, tableName: "drover", bucketName: "drover-artifacts" });
  const response = await fetch(`${ready.endpoints.api}/v1/jobs`, {
    headers: { authorization: `Bearer ${ready.token}` },
  });
  expect(response.status).toBe(200);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(lines).toHaveLength(1);
});

it("drover cloud starts again at the same addresses after it was killed, with what was written", async () => {
  const first = await startCommand();
  const item = { TableName: first.tableName, Item: { pk: "p", sk: "s" } } satisfies PutCommandInput;
  const writer = createAwsClients(first);
  await writer.dynamodb.send(new PutCommand(item));
  closeAwsClients(writer);
  await killChild(child);
  const second = await startCommand();
  expect(second.endpoints).toEqual(first.endpoints);
  const reader = createAwsClients(second);
  const { Item } = await reader.dynamodb.send(
    new GetCommand({ TableName: second.tableName, Key: item.Item }),
  );
  closeAwsClients(reader);
  expect(Item).toEqual(item.Item);
});
