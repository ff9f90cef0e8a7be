import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { readableByPages } from "@drover/aws-local";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createConsolePage } from "#local/console/console-page.ts";

let empty: string;
beforeAll(async () => {
  empty = await mkdtemp(path.join(tmpdir(), "drover-page-"));
});
afterAll(() => rm(empty, { recursive: true }));

const head = (target: string, accept = "text/html", method = "GET") => ({
  method,
  path: target,
  query: "",
  headers: { accept },
});

describe("the farm's page", () => {
  it("says how to build it where that was not done", async () => {
    const page = createConsolePage({ artifactsUrl: "http://127.0.0.1:1", directory: empty });
    const { status, body } = await page.answer(head("/jobs"));
    expect([status, String(body)]).toEqual([
      503,
      "The console is not built here. Build it with: npm run build:console\n",
    ]);
  });

  it("takes what a browser opens and its own files, and leaves the API what is the API's", () => {
    const { takes } = createConsolePage({ artifactsUrl: "http://127.0.0.1:1" });
    const taken = ["/", "/jobs/01K", "/assets/index-x.js", "/console-config.json"].map((target) =>
      takes(head(target)),
    );
    expect(taken).toEqual([true, true, true, true]);
    const left = [
      head("/v1/jobs"),
      head("/openapi.json"),
      head("/jobs", "application/json"),
      head("/", "*/*", "POST"),
      head("/assets/%2e%2e/package.json", "*/*"),
    ];
    expect(left.map(takes)).toEqual([false, false, false, false, false]);
  });

  it("may read what it has a link to; what changes something is for no page", async () => {
    const stored = readableByPages(async () => ({ status: 200, headers: { etag: '"e"' }, body: "{}" }));
    const asked = (method: string, headers: Readonly<Record<string, string>>) =>
      stored({ ...head("/bucket/key", "*/*", method), headers, body: Buffer.alloc(0) });
    const origin = "http://127.0.0.1:4000";
    expect((await asked("GET", { origin })).headers).toMatchObject({
      etag: '"e"',
      "access-control-allow-origin": origin,
      vary: "origin",
    });
    expect((await asked("GET", {})).headers).toEqual({ etag: '"e"', vary: "origin" });
    expect((await asked("PUT", { origin })).headers).toEqual({ etag: '"e"' });
  });
});
