import { readdirSync } from "node:fs";
import { BufferSource, EncodedPacketSink, Input, MP4 } from "mediabunny";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jsonLineLogger } from "#device-host/host-logger.ts";
import { RecordingTimeline } from "#shared/contracts/device/screen-recording.ts";
import { SecretName } from "#shared/contracts/job/secret.ts";
import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { PerformAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { createSecretVault } from "#shared/storage/secrets/secret-vault.ts";
import { stage, tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const looking = { modelPicture: null, ocr: "never" } as const;
const browser = "org.chromium.webview_shell";

describe("a job's recording", () => {
  let farm: TestFarm;
  const lines: string[] = [];
  beforeAll(async () => {
    farm = await startTestFarm();
    const vault = createSecretVault(farm.storage.clients.secretsManager, stage);
    await vault.put(tenantId, SecretName.parse("shop"), { value: "hunter2", packages: [browser] });
    const logger = jsonLineLogger(
      "info",
      (line) => lines.push(line),
      () => new Date(),
    );
    // As after three minutes, in a fifth of a second; a busy machine begins the next part late.
    await farm.startHost({ logger, recording: { segmentSeconds: 3, overlapSeconds: 2.8 } });
  });
  afterAll(() => farm.close());

  type Held = Awaited<ReturnType<TestFarm["lease"]>>;
  const begin = async (change: Record<string, unknown>): Promise<Held> => {
    const held = await farm.lease(change);
    await farm.run(held, { kind: "setUp", precheck: false, ...looking });
    return held;
  };
  const act = (held: Held, stepNumber: number, action: StoredAction) =>
    farm.run(held, { kind: "perform", stepNumber, actions: [action], ...looking });
  const release = async (held: Held) => {
    const { output } = await farm.run(held, { kind: "release" });
    expect(JSON.parse(output ?? "{}")).toMatchObject({ clean: true });
    const job = await farm.repositories.jobs.get(tenantId, held.jobId);
    return job?.recordings?.[0];
  };
  const stored = (key = "") => farm.storage.artifacts.get(key);
  const textOf = async (key: string | undefined) => new TextDecoder().decode(await stored(key));

  it("[spec R11] is one MP4 of several parts, with captions and chapters by step", async () => {
    const held = await begin({ record: true });
    await act(held, 1, { action: "open_app", package: "com.android.settings" });
    await act(held, 2, { action: "swipe", start: [0.5, 0.8], end: [0.5, 0.3] });
    await act(held, 3, { action: "home" });
    const recording = await release(held);
    expect(recording).toMatchObject({ epoch: held.lease.epoch, missing: [] });
    expect(recording).not.toHaveProperty("problem");
    expect(recording?.segments).toBeGreaterThan(1);
    const mp4 = await stored(recording?.videoKey);
    expect(mp4.length).toBe(recording?.bytes);
    using input = new Input({ formats: [MP4], source: new BufferSource(mp4) });
    const video = await input.getPrimaryVideoTrack();
    expect(await video?.computeDuration()).toBeCloseTo(recording?.seconds ?? 0, 1);
    const times = [];
    if (video !== null)
      for await (const { timestamp } of new EncodedPacketSink(video).packets()) times.push(timestamp);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(times.length).toBeGreaterThanOrEqual(recording?.segments ?? 0);
    expect(await textOf(recording?.captionsKey)).toMatch(
      /^WEBVTT\n\n1\n00:00:.* --> .*\n1\. open app .*com\.android\.settings/,
    );
    expect(await textOf(recording?.chaptersKey)).toMatch(
      /Beginning\n[\s\S]*1\. open app[\s\S]*2\. swipe[\s\S]*3\. home/,
    );
    expect(Buffer.from(mp4).includes("chpl")).toBe(true);
    const timeline = RecordingTimeline.parse(JSON.parse(await textOf(recording?.timelineKey)));
    expect(timeline.steps.map(({ stepNumber }) => stepNumber)).toEqual([1, 2, 3]);
    expect(timeline.steps[2]?.toSeconds).toBe(timeline.seconds);
    // Nothing of it is left on the device.
    const [phone] = farm.phones.phones;
    expect(readdirSync(`${phone?.filesRoot}/data/local/tmp`)).toEqual([]);
  });

  it("[spec R11] misses nothing while its parts are fetched from a slow device", async () => {
    const held = await begin({ record: true });
    await act(held, 1, { action: "home" });
    const fault = { kind: "drip", bytesPerSecond: 50_000 } as const;
    const removeFault = farm.faults.install({ service: /^sync:/, fault });
    const recording = await release(held);
    removeFault();
    expect(recording?.bytes).toBeGreaterThan(10_000);
    expect(recording).toMatchObject({ missing: [] });
  });

  it("is none of a job that does not ask for one", async () => {
    const held = await begin({});
    await act(held, 1, { action: "home" });
    expect(await release(held)).toBeUndefined();
  });

  it("ends before a secret is typed, and says so", async () => {
    const held = await begin({ record: true, task: "Type {{secret:shop}} into the search field." });
    const opened = PerformAnswer.parse(
      JSON.parse((await act(held, 1, { action: "open_app", package: browser })).output ?? "{}"),
    );
    const tree = SemanticUITree.parse(JSON.parse(await textOf(opened.observation.treeKey ?? "")));
    const field = tree.elements.find(({ type }) => type === "textfield");
    const { left = 0, top = 0 } = field?.bounds ?? {};
    await act(held, 2, { action: "tap", coordinate: [(left + 9) / 1_080, (top + 9) / 2_400] });
    const typed = await act(held, 3, { action: "type", text: "{{secret:shop}}" });
    expect(JSON.parse(typed.output ?? "{}")).toMatchObject({ outcome: { ok: true } });
    await act(held, 4, { action: "home" });
    const recording = await release(held);
    expect(recording?.missing.at(-1)).toMatchObject({ reason: "secret" });
    const timeline = RecordingTimeline.parse(JSON.parse(await textOf(recording?.timelineKey)));
    const third = timeline.steps.find(({ stepNumber }) => stepNumber === 3);
    // From the action that typed it on there is no picture.
    expect(recording?.missing.at(-1)?.fromSeconds).toBeGreaterThanOrEqual(third?.fromSeconds ?? Infinity);
    expect(recording?.seconds).toBeLessThanOrEqual(recording?.missing.at(-1)?.fromSeconds ?? 0);
  });

  it("failed where the device does not record, and the job goes on", async () => {
    const change = (said: string): string =>
      said.startsWith("OKAY") ? said : "ERROR: unable to create video/avc codec instance\n";
    const mend = farm.faults.install({ service: /screenrecord/, fault: { kind: "tamper", change } });
    const held = await begin({ record: true });
    await act(held, 1, { action: "home" });
    const recording = await release(held);
    mend();
    expect(recording?.problem).toMatch(/^RecordingFailed: ERROR: unable to create video\/avc codec/);
    expect(recording?.segments).toBe(0);
  });
});
