import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SessionResponse } from "#shared/contracts/api/responses/session-response.ts";
import { type ApiClient, createApiClient } from "../../cli/api-client.ts";
import { createSessionClient, type SessionClient } from "../../cli/session-client.ts";
import { readFarmFile } from "../../local/farm-file.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import { talk } from "../device-host/adb-port/two-phones.ts";
import { RfcClient } from "../environments/rfc-client.ts";
import { bluetoothTaps, elementWith } from "../environments/start-env.ts";
import { ended, eventually, type RunningFarm, spawnDrover, startUp } from "./drover-process.ts";

let dir: string;
let farm: RunningFarm;
let api: ApiClient;
let sessions: SessionClient;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-sessions-"));
  const config = path.join(dir, "drover.config.mjs");
  await writeFile(
    config,
    'export default { policy: { most: { packages: { deny: ["com.android.calendar"] } } } };\n',
  );
  farm = await startUp(dir, "--phones", "2", "--config", config);
  api = createApiClient(farm.file);
  sessions = createSessionClient(farm.file);
}, 120_000);
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
const killPhones = async (): Promise<void> => {
  const now = await readFarmFile(dir);
  process.kill(now?.processes.phones ?? 0, "SIGKILL");
};

describe("a session", () => {
  it("[spec G1] gives a device to its user, who acts, looks, and ends it", async () => {
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

  it("[spec G1] does what it is told in words by one turn of Drover's own agent", async () => {
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

  it("[spec G1] is driven by the command line: starts, acts, copies, installs, takes a picture and ends", async () => {
    const on = ["--dir", dir];
    const apk = path.join(dir, "app.apk");
    await writeFile(apk, JSON.stringify({ packageName: "com.example.tool", label: "Tool" }));
    const started = await commandLineHere("session", "start", "--label", "by=cli", "--app", apk, ...on);
    expect([started.code, started.stderr]).toEqual([0, expect.any(String)]);
    const id = started.stdout.trim();
    const acted = await commandLineHere("session", "act", id, '{"action":"open_app","app":"Clock"}', ...on);
    expect(acted.stdout).toContain("step 1 done");
    expect((await commandLineHere("session", "push", id, apk, "/sdcard/it's here.txt", ...on)).code).toBe(0);
    const back = path.join(dir, "back.txt");
    expect((await commandLineHere("session", "pull", id, "/sdcard/it's here.txt", back, ...on)).code).toBe(0);
    expect(await readFile(back, "utf8")).toContain("com.example.tool");
    const picture = path.join(dir, "screen.png");
    expect((await commandLineHere("session", "screenshot", id, picture, ...on)).code).toBe(0);
    expect((await readFile(picture)).subarray(1, 4).toString()).toBe("PNG");
    expect((await commandLineHere("session", "logcat", id, "--lines", "5", ...on)).code).toBe(0);
    expect((await commandLineHere("session", "list", "--label", "by=cli", ...on)).stdout).toContain(id);
    expect((await commandLineHere("jobs", "--kind", "session", ...on)).stdout).toContain(id);
    const linked = await commandLineHere("session", "link", id, "--label", "for Ann", ...on);
    const [, token = ""] = linked.stdout.trim().split("/live#");
    const watch = () =>
      fetch(`${farm.file.apiUrl}/v1/live`, { headers: { authorization: `Bearer ${token}` } });
    expect(await (await watch()).json()).toMatchObject({ status: "running", steps: [{ stepNumber: 1 }] });
    expect((await commandLineHere("session", "links", id, ...on)).stdout).toContain("for Ann");
    const [linkId = ""] = linked.stderr.trim().split(",");
    expect((await commandLineHere("session", "unlink", id, linkId, ...on)).stdout).toContain("revoked at");
    expect((await watch()).status).toBe(404);
    expect((await commandLineHere("session", "end", id, ...on)).code).toBe(0);
    await until(id, "ended");
    expect((await commandLineHere("session", "show", id, ...on)).stdout).toContain("ended: ended");
    expect((await commandLineHere("session", "do", id, "tap", ...on)).stderr).toContain("has ended: ended");
  }, 120_000);

  it("[spec G1] lends its phone to a real adb by 'drover session adb' until the session ends", async () => {
    const session = await begin();
    const child = spawnDrover(["session", "adb", session.sessionId, "--json", "--dir", dir]);
    const [line] = (await once(child.stdout ?? child, "data")) as [Buffer];
    const { port, serial } = JSON.parse(String(line)) as { port: number; serial: string };
    const listed = `${serial}\tdevice\n`;
    expect(await talk(port, ["host:devices"])).toBe(
      `OKAY${listed.length.toString(16).padStart(4, "0")}${listed}`,
    );
    expect(await talk(port, ["host:kill"])).toMatch(/^FAIL/);
    expect(await talk(port, ["host:transport-any", "shell:echo hello"])).toBe("OKAYOKAYhello\n");
    const gone = once(child, "close");
    await sessions.end(session.sessionId);
    await until(session.sessionId, "ended");
    await gone;
    await expect(talk(port, ["host:version"])).rejects.toThrow("ECONNREFUSED");
  }, 120_000);

  it("[fault A24] whose phone dies says so with the reason, takes no other, and goes on with a clean one when it is told to", async () => {
    const { sessionId, deviceId } = await begin();
    await sessions.act(sessionId, { actions: [{ action: "open_app", app: "Settings" }] });
    const child = spawnDrover(["session", "adb", sessionId, "--json", "--dir", dir]);
    await once(child.stdout ?? child, "data");
    let said = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      said += chunk;
    });
    const gone = once(child, "close");
    await killPhones();
    const lost = await eventually("the session says deviceLost", async () => {
      const session = await sessions.read(sessionId);
      return session.status === "deviceLost" ? session : undefined;
    });
    expect(lost.deviceLost).toMatchObject({ deviceId, reason: expect.stringMatching(/\w/) });
    const ports = await eventually("its adb port has ended", async () => {
      const { adbPorts } = await sessions.read(sessionId);
      return adbPorts?.[0]?.closedAt === undefined ? undefined : adbPorts;
    });
    expect(ports).toMatchObject([{ reason: lost.deviceLost?.reason }]);
    expect(await gone).toEqual([3, null]);
    expect(said).toContain(`drover session continue ${sessionId}`);

    const statuses = async () => (await api.devices()).items.map(({ state }) => state);
    await eventually("both phones are free again", async () =>
      (await statuses()).every((state) => state === "ready") ? true : undefined,
    );
    const acting = sessions.act(sessionId, { actions: [{ action: "home" }] });
    await expect(acting).rejects.toThrow(`has lost device '${deviceId}'`);
    expect(await sessions.read(sessionId)).toMatchObject({ status: "deviceLost" });
    expect(await statuses()).toEqual(["ready", "ready"]);

    const continued = await commandLineHere("session", "continue", sessionId, "--dir", dir);
    expect(continued.stdout).toContain(`after ${deviceId} was lost: ${lost.deviceLost?.reason}`);
    const after = { status: "ready", deviceLost: { continuedAt: expect.any(String) } };
    expect(await sessions.read(sessionId)).toMatchObject(after);
    const seen = await sessions.observe(sessionId);
    expect(seen.observation?.app?.package).not.toBe("com.android.settings");
    expect(await sessions.act(sessionId, { actions: [{ action: "home" }] })).toMatchObject({ stepNumber: 2 });
    await sessions.end(sessionId);
    expect(await until(sessionId, "ended")).toMatchObject({ endReason: "ended" });
  }, 180_000);
});

/** Phones of the farm are behind the adb server of another process, as real devices are. */
describe("drover env serve --farm", () => {
  let url: string;
  let server: ReturnType<typeof spawnDrover>;
  beforeAll(async () => {
    const flags = ["--farm", "--dir", dir, "--port", "0", "--open", "--wait", "60"];
    server = spawnDrover(["env", "serve", "tasks/settings.yaml", ...flags]);
    if (server.stdout === null) throw new Error("no output");
    [url] = (await once(createInterface(server.stdout), "line")) as [string];
  }, 120_000);
  afterAll(async () => {
    const over = ended(server);
    server.kill("SIGTERM");
    await over;
  }, 60_000);

  const records = async (): Promise<readonly { kind: string }[]> =>
    (await readFile(path.join(dir, "env-episodes.jsonl"), "utf8").catch(() => ""))
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));

  it("[spec G8] the same address serves devices of a farm, each episode on a clean one", async () => {
    const client = await RfcClient.connect(url);
    await client.reset({ task: "bluetooth-on", seed: 1 });
    expect((await sessions.list()).items[0]).toMatchObject({ labels: { by: "drover-env" }, status: "ready" });
    let seen = await client.step({ action: "open_app", app: "Settings" });
    for (const words of bluetoothTaps)
      seen = await client.step({ action: "tap", element: elementWith(seen.observation, words) });
    expect(await client.step({ action: "FINISH", status: "success" })).toMatchObject({
      reward: 1,
      done: true,
    });
    await client.reset({ task: "bluetooth-on", seed: 1 });
    const { observation } = await client.step({ action: "open_app", app: "Calendar" });
    expect(observation.last).toMatchObject({ ok: false, message: expect.stringContaining("policy") });
    expect(await client.step({ action: "FINISH", status: "infeasible" })).toMatchObject({ reward: 0 });
    await client.close();
    const open = async () => (await sessions.list()).items.filter(({ status }) => status !== "ended");
    await eventually("every session has ended", async () => (await open()).length === 0 || undefined);
  }, 120_000);

  it("[fault E12] a device that is lost ends its episode with EXECUTION_ERROR, never with a reward", async () => {
    const client = await RfcClient.connect(url);
    await client.reset({ task: "bluetooth-on", seed: 1 });
    await killPhones();
    expect(await client.error("step", { action: "home" })).toMatchObject({ code: "EXECUTION_ERROR" });
    expect(await client.state()).toMatchObject({ done: true, reward: null });
    await eventually("the fault is logged", async () =>
      (await records()).find(({ kind }) => kind === "fault"),
    );
  }, 120_000);
});
