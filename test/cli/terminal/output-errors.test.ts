import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampleJob } from "../../shared/storage/sample-records.ts";

const command = new URL("../../../bin/drover.js", import.meta.url).pathname;
const failed = { ...sampleJob({ status: "finished", outcome: "failed" }), links: {} };

const ended = JSON.stringify({ status: failed.status, outcome: failed.outcome });

/** An API of one job that failed. */
let api: Server;
beforeAll(async () => {
  api = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://api");
    if (pathname.endsWith("/events")) {
      response.setHeader("content-type", "text/event-stream");
      response.end(`id: 1\nevent: job\ndata: ${JSON.stringify(failed)}\n\nevent: end\ndata: ${ended}\n\n`);
      return;
    }
    const one = request.method === "POST" || pathname === `/v1/jobs/${failed.jobId}`;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(one ? failed : { items: pathname === "/v1/jobs" ? [failed] : [] }));
  }).listen(0, "127.0.0.1");
  await once(api, "listening");
});
afterAll(() => api.close());

const environment = () => ({
  ...process.env,
  DROVER_API_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
  DROVER_TOKEN: "t",
});

async function end(child: ChildProcess): Promise<{ readonly code: number; readonly stderr: string }> {
  let stderr = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    stderr += chunk;
  });
  const [code] = await once(child, "close");
  return { code, stderr };
}

async function withReaderGone(...args: string[]) {
  const stdio = ["ignore", "pipe", "pipe"] as const;
  const child = spawn(process.execPath, [command, ...args], { env: environment(), stdio: [...stdio] });
  child.stdout?.destroy();
  return await end(child);
}

async function onFullDisk(...args: string[]) {
  const full = openSync("/dev/full", "w");
  const child = spawn(process.execPath, [command, ...args], {
    env: environment(),
    stdio: ["ignore", full, "pipe"],
  });
  closeSync(full);
  return await end(child);
}

describe("drover, when nobody takes its output", () => {
  it.each([["jobs"], ["jobs", "--json"], ["show", failed.jobId], ["--help"]])(
    "ends quietly with 0 when the reader of %j has gone",
    async (...args) => {
      expect(await withReaderGone(...args)).toEqual({ code: 0, stderr: "" });
    },
  );

  it("still exits with the job's outcome when the reader has gone or the disk is full", async () => {
    expect((await withReaderGone("run", "x")).code).toBe(1);
    expect((await onFullDisk("run", "x")).code).toBe(1);
  });

  it("says in one line that the disk is full, and does not pass half a list off as a whole one", async () => {
    expect(await onFullDisk("jobs")).toEqual({
      code: 10,
      stderr: "error: The output could not be written: ENOSPC.\n",
    });
  });

  it("keeps its exit code when there is nowhere to complain", async () => {
    const full = openSync("/dev/full", "w");
    const child = spawn(process.execPath, [command, "nonsense"], { stdio: ["ignore", full, full] });
    closeSync(full);
    expect((await end(child)).code).toBe(2);
  });
});
