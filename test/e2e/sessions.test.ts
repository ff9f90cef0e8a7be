import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiClient, createApiClient } from "../../cli/api-client.ts";
import { createSessionClient, type SessionClient } from "../../cli/session-client.ts";
import type { SessionResponse } from "../../shared/contracts/api/session-response.ts";
import { talk } from "../device-host/adb-port/two-phones.ts";
import { type RunningFarm, startUp } from "./drover-process.ts";

let dir: string;
let farm: RunningFarm;
let api: ApiClient;
let sessions: SessionClient;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-sessions-"));
  farm = await startUp(dir, "--phones", "2");
  api = createApiClient(farm.file);
  sessions = createSessionClient(farm.file);
}, 60_000);
afterAll(async () => {
  await farm.stop();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

const begin = async (body: Parameters<SessionClient["begin"]>[0] = {}): Promise<SessionResponse> => {
  const begun = await sessions.begin(body);
  return until(begun.sessionId, "ready");
};
const until = async (sessionId: string, status: SessionResponse["status"]): Promise<SessionResponse> => {
  for (;;) {
    const session = await sessions.read(sessionId, 20);
    if (session.status === status || session.status === "ended") return session;
  }
};

describe("a session", () => {
  it("gives a device to its user, who acts, looks, and ends it", async () => {
    const session = await begin({ labels: { suite: "e2e" } });
    expect(session).toMatchObject({ status: "ready", stepCount: 0, labels: { suite: "e2e" } });
    const seen = await sessions.observe(session.sessionId);
    expect(seen.observation?.elementText).toContain("Settings");
    const acted = await sessions.act(session.sessionId, {
      actions: [{ action: "open_app", app: "Settings" }],
    });
    expect(acted).toMatchObject({ status: "done", stepNumber: 1, outcome: { ok: true } });
    expect(acted.observation?.app?.package).toBe("com.android.settings");
    const again = await sessions.begin({ labels: { suite: "e2e" }, reuseIfLabels: true });
    expect(again).toMatchObject({ sessionId: session.sessionId, reused: true });
    await sessions.end(session.sessionId);
    const ended = await until(session.sessionId, "ended");
    expect(ended).toMatchObject({ status: "ended", endReason: "ended", stepCount: 1 });
  }, 90_000);

  it("does what it is told in words by one turn of Drover's own agent", async () => {
    const session = await begin();
    const done = await sessions.do(session.sessionId, { instruction: "Open the Clock app" });
    expect(done).toMatchObject({ status: "done", stepNumber: 1 });
    expect(done.observation?.app?.package).toBe("com.android.deskclock");
    await sessions.end(session.sessionId);
    await until(session.sessionId, "ended");
  }, 90_000);

  it("opens an adb port to its own phone while another job runs, and closes it with the session", async () => {
    const session = await begin();
    const job = await api.submit({ task: "Turn on Bluetooth" });
    const { port, serial } = await sessions.openAdb(session.sessionId);
    const line = `${serial}\tdevice\n`;
    expect(await talk(port ?? 0, ["host:devices"])).toBe(
      `OKAY${line.length.toString(16).padStart(4, "0")}${line}`,
    );
    await sessions.end(session.sessionId);
    const ended = await until(session.sessionId, "ended");
    expect(ended.adbPorts).toMatchObject([{ connections: 1, refused: 0, closedAt: expect.any(String) }]);
    await expect(talk(port ?? 0, ["host:version"])).rejects.toThrow("ECONNREFUSED");
    expect((await api.job(job.jobId)).jobId).toBe(job.jobId);
  }, 90_000);
});
