import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { createApiClient } from "#cli/api-client.ts";
import { serveMcpHttp } from "#cli/mcp/serve-http.ts";
import { startFarm } from "#local/farm.ts";
import { median, quantile } from "./quantile.ts";

/** What a call over MCP takes there and back beside the same question to the API: `CALLS=100 RUNS=5 npm run bench:mcp`. Milliseconds. */
const calls = Number(process.env.CALLS ?? 100);
const runs = Number(process.env.RUNS ?? 5);

async function main(): Promise<void> {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-bench-mcp-"));
  const farm = await startFarm({ dir, phones: 1, environment: process.env, report: () => {} });
  const server = await serveMcpHttp({ apiUrl: farm.file.apiUrl, port: 0 });
  const stdio = new Client({ name: "bench", version: "1" });
  const http = new Client({ name: "bench", version: "1" });
  try {
    await stdio.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [path.resolve("bin/drover.js"), "mcp", "--dir", dir],
      }),
    );
    const headers = { authorization: `Bearer ${farm.file.token}` };
    await http.connect(
      new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } }),
    );
    const api = createApiClient(farm.file);
    const list = { name: "list", arguments: { what: "devices" } };
    const ways: Readonly<Record<string, () => Promise<unknown>>> = {
      "API, list devices": () => api.devices({ limit: 20 }),
      "MCP over stdio, list": () => stdio.callTool(list),
      "MCP over HTTP, list": () => http.callTool(list),
      "MCP over stdio, ping": () => stdio.ping(),
    };
    const taken = new Map<string, number[][]>(Object.keys(ways).map((name) => [name, []]));
    // By turns, so that what else the machine does falls on all.
    for (let run = 0; run < runs; run += 1)
      for (const [name, ask] of Object.entries(ways)) taken.get(name)?.push(await timed(ask));
    for (const [name, all] of taken) say(name, all);
  } finally {
    await Promise.all([stdio.close(), http.close()]);
    await server.close();
    await farm.close();
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function timed(ask: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const began = performance.now();
    await ask();
    taken.push(performance.now() - began);
  }
  return taken;
}

function say(name: string, all: readonly (readonly number[])[]): void {
  const [half, most] = [0.5, 0.95].map((part) => all.map((one) => quantile(one, part)));
  const spread = (half ?? []).map((one) => one.toFixed(1)).sort();
  process.stdout.write(
    `${name.padEnd(24)} p50 ${median(half ?? []).toFixed(1)}  p95 ${median(most ?? []).toFixed(1)}  (p50 by run ${spread[0]} to ${spread.at(-1)})\n`,
  );
}

await main();
