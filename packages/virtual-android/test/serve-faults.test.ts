import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningPhones, startPhones } from "../src/start-phones.ts";
import { WireClient } from "./adb/wire-client.ts";

let dir = "";
let phones: RunningPhones;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "serve-faults-"));
  phones = await startPhones({ count: 2, dir, faultPort: 0 });
});
afterAll(async () => {
  await phones.close();
  await rm(dir, { recursive: true, force: true });
});

interface Said {
  readonly faults: readonly { readonly id: string }[];
  readonly detail?: string;
}

async function send(method: string, body?: unknown, path = "", headers: Record<string, string> = {}) {
  const answer = await fetch(`${phones.faultsUrl}${path}`, {
    method,
    headers,
    signal: AbortSignal.timeout(60_000),
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return {
    status: answer.status,
    type: answer.headers.get("content-type"),
    said: (await answer.json()) as Said,
  };
}

async function ask(service: string, serial = "emulator-5554"): Promise<string> {
  const client = new WireClient(phones.adbPort);
  const status = await client.start(serial, service);
  const answer = status === "OKAY" ? (await client.readToEnd()).toString() : status;
  client.socket.destroy();
  return answer;
}

describe("faults by HTTP", () => {
  it("are listed with how often each happened on which phone, and removed one by one", async () => {
    const refuse = { fault: "refuse", command: "^shell:echo", after: 1, text: "no" };
    const { said } = await send("PUT", {
      seed: 3,
      faults: [refuse, { fault: "never-boots", phone: "emulator-5556" }],
    });
    const [first, second] = said.faults.map(({ id }) => id);
    await ask("shell:echo one");
    expect(await ask("shell:echo two")).toBe("FAIL no");
    expect(await ask("shell:getprop sys.boot_completed", "emulator-5556")).toBe("\n");
    expect((await send("GET")).said.faults).toEqual([
      {
        id: first,
        fault: { ...refuse, probability: 1 },
        counts: { "emulator-5554": { met: 2, happened: 1 } },
      },
      {
        id: second,
        fault: { fault: "never-boots", phone: "emulator-5556", command: "", after: 0, probability: 1 },
        counts: { "emulator-5556": { met: 1, happened: 1 } },
      },
    ]);
    expect((await send("DELETE", undefined, `/${first}`)).said.faults).toHaveLength(1);
    expect(await ask("shell:echo three")).toBe("three\n");
    expect((await send("DELETE")).said.faults).toEqual([]);
    expect(await ask("shell:getprop sys.boot_completed", "emulator-5556")).toBe("1\n");
  });

  it("that are none are refused by the name of each field, and nothing changes", async () => {
    const wrong = await send("POST", { fault: "cut", afterBytes: -1 });
    expect([wrong.status, wrong.type]).toEqual([400, "application/problem+json"]);
    expect(wrong.said.detail).toContain("afterBytes: ");
    expect((await send("PUT", "{")).said.detail).toContain("is no JSON");
    expect((await send("PUT", { faults: [{ fault: "fire" }] })).said.detail).toContain("faults[0].fault: ");
    const outside = { fault: "left-file", path: "../../etc/passwd" };
    expect((await send("POST", outside)).said.detail).toContain("path: is no path below /sdcard");
    expect((await send("DELETE", undefined, "/77")).status).toBe(404);
    expect((await send("PATCH")).status).toBe(405);
    expect((await send("POST", "x".repeat(1_100_000))).status).toBe(413);
    expect((await send("GET")).said.faults).toEqual([]);
  });

  it("are not for pages of a browser, whatever name they give the machine", async () => {
    expect((await send("GET", undefined, "", { origin: "https://example.org" })).status).toBe(403);
    const status = await new Promise((resolve, reject) => {
      const asking = request(
        String(phones.faultsUrl),
        { headers: { host: "rebound.example.org" } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      );
      asking.on("error", reject).end();
    });
    expect(status).toBe(403);
  });
});
