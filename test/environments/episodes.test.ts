import { describe, expect, it } from "vitest";
import { RfcClient, type RfcResult } from "./rfc-client.ts";
import { bluetoothTaps, elementWith, startEnv } from "./start-env.ts";

async function turnOnBluetooth(client: RfcClient): Promise<RfcResult> {
  let seen = await client.step({ action: "open_app", app: "Settings" });
  for (const words of bluetoothTaps)
    seen = await client.step({ action: "tap", element: elementWith(seen.observation, words) });
  return seen;
}

const score = ({ metadata }: RfcResult, part: string) =>
  metadata.rubric?.find((one) => one.part === part)?.score;

describe("an episode", () => {
  it("[spec G8] is worth 1 when its task is done and nothing else, by a client of the public RFCs alone", async () => {
    const { url, records } = await startEnv();
    const client = await RfcClient.connect(url);
    const begun = await client.reset({ seed: 3, task: "bluetooth", episode_id: "e1" });
    expect(begun).toMatchObject({ reward: null, done: false, observation: { last: null } });
    expect(await turnOnBluetooth(client)).toMatchObject({ reward: 0, done: false });
    const ended = await client.step({ action: "FINISH", status: "success" });
    expect(ended).toMatchObject({ reward: 1, done: true, metadata: { truncated: false, seed: 3 } });
    expect(await client.state()).toMatchObject({ episode_id: "e1", step_count: 6, done: true, reward: 1 });
    expect(records).toEqual([
      expect.objectContaining({ kind: "judged", reward: 1, steps: 6, episodeId: "e1" }),
    ]);
  });

  it("costs a false claim, and says which check failed", async () => {
    const { url } = await startEnv();
    const client = await RfcClient.connect(url);
    await client.reset({ task: "bluetooth" });
    const ended = await client.step({ action: "FINISH", status: "success" });
    expect(ended.reward).toBe(-0.5);
    expect(score(ended, "falseClaim")).toBe(1);
    expect(ended.metadata.reason).toContain("bluetooth_on");
  });

  it("counts what is done of its parts by their weight, and every side effect", async () => {
    const { url } = await startEnv();
    const client = await RfcClient.connect(url);
    await client.reset({ task: "two-switches" });
    const seen = await turnOnBluetooth(client);
    expect(seen.observation.stepsLeft).toBe(3);
    const ended = await client.step({ action: "FINISH", status: "infeasible" });
    expect(score(ended, "progress")).toBe(0.75);
    expect([score(ended, "success"), score(ended, "falseClaim")]).toEqual([0, 0]);
    await client.reset({ task: "bluetooth" });
    let other = await client.step({ action: "open_app", app: "Settings" });
    other = await client.step({ action: "tap", element: elementWith(other.observation, "Display") });
    await client.step({ action: "tap", element: elementWith(other.observation, "Dark theme") });
    const spoilt = await client.step({ action: "FINISH", status: "infeasible" });
    expect(score(spoilt, "sideEffects")).toBeGreaterThan(0);
    expect(spoilt.reward).toBeLessThan(0);
  });

  it("ends with its limit of steps, judged as it stands and told as truncated", async () => {
    const { url } = await startEnv();
    const client = await RfcClient.connect(url);
    await client.reset({ task: "two-switches" });
    let seen = await client.step({ action: "home" });
    for (let step = 1; step < 8; step += 1) seen = await client.step({ action: "home" });
    expect(seen).toMatchObject({ done: true, reward: 0, metadata: { truncated: true } });
  });

  it("tells an agent what it did wrong, as a step: an element that is not there, what the policy denies", async () => {
    const { url } = await startEnv();
    const client = await RfcClient.connect(url);
    await client.reset({ task: "bluetooth" });
    const missed = await client.step({ action: "tap", element: 150 });
    expect(missed.observation.last).toMatchObject({ ok: false, message: expect.stringContaining("150") });
    const denied = await client.step({ action: "open_app", app: "Phone" });
    expect(denied.observation.last).toMatchObject({ ok: false, message: expect.stringContaining("policy") });
    expect(await client.state()).toMatchObject({ step_count: 2, done: false });
  });

  it("[fault E12] that cannot be judged is EXECUTION_ERROR, never a reward of 0", async () => {
    const broken = "/sdcard/broken.db";
    const { url, records } = await startEnv({
      tasks: [
        {
          taskId: "unreadable",
          request: {
            task: "Write a row.",
            prepare: { commands: [`echo no database > ${broken}`] },
            validators: [{ kind: "sqliteRow", database: broken, table: "rows", where: { id: 1 } }],
          },
        },
      ],
    });
    const client = await RfcClient.connect(url);
    await client.reset();
    expect(await client.error("step", { action: "FINISH", status: "success" })).toMatchObject({
      code: "EXECUTION_ERROR",
      message: expect.stringContaining("cannot be judged"),
    });
    expect(await client.state()).toMatchObject({ done: true, reward: null });
    expect(records).toEqual([expect.objectContaining({ kind: "fault" })]);
    expect(await client.error("step", { action: "home" })).toMatchObject({ code: "EXECUTION_ERROR" });
    expect(await client.reset()).toMatchObject({ reward: null, done: false });
  });

  it("has a picture in each observation when its reset asks for it", async () => {
    const { url } = await startEnv();
    const client = await RfcClient.connect(url);
    const { observation } = await client.reset({ task: "bluetooth", picture: true });
    const png = Buffer.from(observation.picture?.base64 ?? "", "base64");
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect((await client.reset({ task: "bluetooth" })).observation.picture).toBeUndefined();
  });
});
