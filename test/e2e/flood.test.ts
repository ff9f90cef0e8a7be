import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningFarm, startUp } from "./drover-process.ts";

let dir: string;
let farm: RunningFarm;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-flood-"));
  farm = await startUp(dir, "--phones", "1");
}, 90_000);
afterAll(async () => {
  await farm.stop();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

const connections = 24;
/** What needs a token and what does not. */
const asked = ["/v1/jobs", "/openapi.json", "/v1/live", "/v1/devices"];

it("a flood without tokens over 24 connections costs no caller with a token a request", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const refusals = new Map<number, number>();
  let isOver = false;
  const once = (target: string): Promise<void> =>
    new Promise((resolve) => {
      request(`${farm.file.apiUrl}${target}`, { agent }, (response) => {
        const { statusCode = 0 } = response;
        refusals.set(statusCode, (refusals.get(statusCode) ?? 0) + 1);
        response.resume().on("end", resolve).on("error", resolve);
      })
        .on("error", () => resolve())
        .end();
    });
  const flood = Array.from({ length: connections }, async (_none, n) => {
    for (let count = n; !isOver; count += 1) await once(asked[count % asked.length] ?? "");
  });
  const read = () =>
    fetch(`${farm.file.apiUrl}/v1/jobs`, { headers: { authorization: `Bearer ${farm.file.token}` } });
  try {
    await expect.poll(() => refusals.get(401) ?? 0).toBeGreaterThan(300);
    const statuses: number[] = [];
    while (statuses.length < 30) {
      const { status } = await read();
      // What this machine has no time for now was not begun: that is no throttle, and callers send it again.
      if (status !== 503) statuses.push(status);
    }
    expect(statuses).toEqual(Array<number>(30).fill(200));
  } finally {
    isOver = true;
    await Promise.all(flood);
    agent.destroy();
  }
}, 90_000);
