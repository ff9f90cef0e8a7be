import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it } from "vitest";
import { systemClock } from "#device-host/host-clock.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

/** Its pauses are short; leases last as long as ever. */
const clock = {
  ...systemClock,
  wait: (milliseconds: number, signal?: AbortSignal) => systemClock.wait(Math.min(milliseconds, 25), signal),
};

/** Between a host and its table: while it is away, no device becomes ready. */
async function startTableProxy(target: string) {
  const { hostname, port } = new URL(target);
  let isAway = false;
  const server = createServer(async (incoming, response) => {
    const body = await text(incoming);
    if (isAway && body.includes('"S":"ready"')) return void response.writeHead(503).end("{}");
    const { method, url, headers } = incoming;
    const onward = request({ hostname, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    onward.end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    beAway(away: boolean): void {
      isAway = away;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

let farm: TestFarm;
let table: Awaited<ReturnType<typeof startTableProxy>>;
beforeEach(async () => {
  farm = await startTestFarm();
  table = await startTableProxy(farm.storage.config.endpoints.dynamodb);
});
afterEach(async () => {
  await farm.close();
  await table.close();
});

it("[fault D11] a device whose release could not be stored goes to the next job, once the table answers", async () => {
  const { config } = farm.storage;
  const endpoints = { ...config.endpoints, sfn: farm.steps.url, dynamodb: table.url };
  await farm.startHost({ clock, beatSeconds: 0.05, aws: { ...config, endpoints } });
  const held = await farm.lease();
  table.beAway(true);
  expect(await farm.run(held, { kind: "release" })).toMatchObject({ error: "StorageUnavailable" });
  table.beAway(false);
  expect((await farm.device(0, (state) => state === "dirty")).leaseJobId).toBeUndefined();
  expect((await farm.lease()).lease.epoch).toBeGreaterThan(held.lease.epoch);
}, 90_000);

it("[fault D11] a device whose release could not be stored is cleaned when no job comes for it", async () => {
  const { config } = farm.storage;
  const endpoints = { ...config.endpoints, sfn: farm.steps.url, dynamodb: table.url };
  const retry = { firstSeconds: 0.1, longestSeconds: 0.1 };
  await farm.startHost({ clock, beatSeconds: 0.05, retry, aws: { ...config, endpoints } });
  const held = await farm.lease();
  table.beAway(true);
  await farm.run(held, { kind: "release" });
  await farm.device(0, (state) => state === "dirty");
  table.beAway(false);
  const { leaseEpoch } = await farm.device(0, (state) => state === "ready");
  expect(leaseEpoch).toBeGreaterThan(held.lease.epoch);
}, 90_000);
