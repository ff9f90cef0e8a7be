import { createHash } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { GetObjectCommand, HeadObjectCommand } from "@aws-sdk/client-s3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HostOptions } from "#device-host/host-options.ts";
import type { Observation } from "#shared/contracts/device/observation.ts";
import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { PerformAnswer, SetUpAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { hostId, tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";
import { type StorageTrouble, startTroubledStorage } from "../troubled-storage.ts";

const setUp = { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" } as const;
/** Brings up another screen: what did not change would not be stored again. */
const press = {
  kind: "perform",
  stepNumber: 1,
  actions: [{ action: "open_app", package: "com.android.settings" }],
  modelPicture: null,
  ocr: "never",
} as const;

describe("a host whose storage takes no uploads", () => {
  let farm: TestFarm;
  let between: Awaited<ReturnType<typeof startTroubledStorage>>;
  beforeEach(async () => {
    farm = await startTestFarm();
    between = await startTroubledStorage(farm.storage.config.endpoints.s3);
  });
  afterEach(async () => {
    await farm.close();
    await between.close();
  });

  const startHost = (change: Partial<HostOptions> = {}) => {
    const { spool, ...rest } = change;
    const { config } = farm.storage;
    return farm.startHost({
      aws: { ...config, endpoints: { ...config.endpoints, sfn: farm.steps.url, s3: between.url } },
      spool: { patienceSeconds: 20, firstPauseSeconds: 0.05, longestPauseSeconds: 0.2, ...spool },
      ...rest,
    });
  };
  const pictures = () => join(farm.dir, "host", "pictures");
  const keysOf = ({ screenshotKey, treeKey, hierarchyKey }: Observation): string[] =>
    [screenshotKey, treeKey, hierarchyKey].filter((key) => key !== null);
  const performed = async (held: Awaited<ReturnType<TestFarm["lease"]>>): Promise<Observation> => {
    const answer = await farm.run(held, press);
    expect(answer.error, answer.cause).toBeUndefined();
    return PerformAnswer.parse(JSON.parse(answer.output ?? "")).observation;
  };
  const untilStored = async (keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      while (!(await farm.storage.artifacts.exists(key)))
        await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  /** What S3 kept as the checksum of an object, and what its bytes have. */
  const checksums = async (key: string) => {
    const { clients, bucketName } = farm.storage;
    const object = await clients.s3.send(
      new GetObjectCommand({ Bucket: bucketName, Key: key, ChecksumMode: "ENABLED" }),
    );
    const bytes = (await object.Body?.transformToByteArray()) ?? "";
    return { kept: object.ChecksumSHA256, real: createHash("sha256").update(bytes).digest("base64") };
  };

  const storedBytes = async (key: string): Promise<number> => {
    const { clients, bucketName } = farm.storage;
    const head = await clients.s3.send(new HeadObjectCommand({ Bucket: bucketName, Key: key }));
    return head.ContentLength ?? 0;
  };

  it.each<StorageTrouble>(["slowDown", "cut", "stall"])(
    "[fault D12] closes the step with its artifacts pending, and stores them with their checksums when S3 takes them again (%s)",
    async (trouble) => {
      await startHost({ spool: { patienceSeconds: 0.3 } });
      const held = await farm.lease();
      await farm.run(held, setUp);
      between.spoil(() => trouble);
      const seen = await performed(held);
      expect(seen.pendingArtifacts?.toSorted()).toEqual(keysOf(seen).toSorted());
      const step = await farm.repositories.steps.get(tenantId, held.jobId, 1);
      expect(step).toMatchObject({ outcome: { ok: true, effect: "done" }, after: seen });
      expect(await farm.storage.artifacts.exists(seen.treeKey ?? "")).toBe(false);

      between.spoil(() => null);
      await untilStored(keysOf(seen));
      for (const key of keysOf(seen)) {
        const { kept, real } = await checksums(key);
        expect(kept).toBe(real);
      }
      const picture = await farm.storage.artifacts.get(seen.screenshotKey ?? "");
      expect(Buffer.from(picture).subarray(8, 12).toString()).toBe("WEBP");
      const tree = await farm.storage.artifacts.getJson(seen.treeKey ?? "", SemanticUITree);
      expect(tree.app_package).toBe("com.android.settings");
    },
    60_000,
  );

  it("[fault D12] says nothing of an upload that goes well when it is tried again at once", async () => {
    await startHost();
    const held = await farm.lease();
    const tried = new Set<string>();
    between.spoil((key) => {
      const again = tried.has(key);
      tried.add(key);
      return again ? null : "slowDown";
    });
    const answer = await farm.run(held, setUp);
    const { observation } = SetUpAnswer.parse(JSON.parse(answer.output ?? ""));
    expect(between.spoiled()).toBe(4);
    expect(observation).not.toHaveProperty("pendingArtifacts");
    await untilStored(keysOf(observation));
  });

  const pictureStalls = (key: string) => (key.endsWith("screenshot.webp") ? "stall" : null);
  const settled = async (changed = {}) => {
    const held = await farm.lease(changed);
    await farm.run(held, setUp);
    between.spoil(pictureStalls);
    return held;
  };
  const stepOf = ({ jobId }: { jobId: JobId }) => farm.repositories.steps.get(tenantId, jobId, 1);

  it("answers a step while its picture is on its way, and the end of the lease only after it", async () => {
    await startHost();
    const held = await settled();
    const seen = await performed(held);
    expect(await farm.storage.artifacts.exists(seen.treeKey ?? "")).toBe(true);
    expect(readdirSync(pictures())).toEqual([encodeURIComponent(seen.screenshotKey ?? "")]);
    const releasing = farm.run(held, { kind: "release" });
    await farm.device(0, (state) => state === "ready");
    expect(await farm.storage.artifacts.exists(seen.screenshotKey ?? "")).toBe(false);
    between.spoil(() => null);
    await releasing;
    expect(await farm.storage.artifacts.exists(seen.screenshotKey ?? "")).toBe(true);
    expect(readdirSync(pictures())).toEqual([]);
    expect(await stepOf(held)).toMatchObject({ after: seen });
  });

  it("[fault D12] names the one artifact that is pending, and has the others there", async () => {
    await startHost({ spool: { patienceSeconds: 0.3 } });
    const held = await settled();
    const seen = await performed(held);
    expect(await farm.storage.artifacts.exists(seen.treeKey ?? "")).toBe(true);
    await farm.run(held, { kind: "release" });
    expect(await stepOf(held)).toMatchObject({ after: { pendingArtifacts: [seen.screenshotKey] } });
  });

  it.each([
    [
      "of an agent from outside, which reads it at once",
      { agent: { kind: "external", name: "outside" } },
      () => {},
    ],
    ["that cannot be kept in a file", {}, () => rmSync(pictures(), { recursive: true })],
  ])("answers a step after its picture %s", async (_, change, prepare) => {
    await startHost({ spool: { patienceSeconds: 0.3 } });
    const held = await settled(change);
    prepare();
    const seen = await performed(held);
    expect(seen.pendingArtifacts).toEqual([seen.screenshotKey]);
    expect(await stepOf(held)).toMatchObject({ after: seen });
  });

  it("[fault D12] stores after a restart what waited when the host ended", async () => {
    const first = await startHost({ spool: { patienceSeconds: 0.3 } });
    const held = await farm.lease();
    await farm.run(held, setUp);
    between.spoil(() => "slowDown");
    const seen = await performed(held);
    await first.close();
    between.spoil(() => null);
    expect(await farm.storage.artifacts.exists(seen.screenshotKey ?? "")).toBe(false);
    await startHost();
    await untilStored(keysOf(seen));
    // What the earlier process answered is unchanged, and the lease goes on.
    expect(await farm.repositories.steps.get(tenantId, held.jobId, 1)).toMatchObject({ after: seen });
  });

  it("[fault D12] takes no new work while too much waits, says why, and goes on by itself", async () => {
    const first = await startHost();
    const held = await farm.lease();
    await farm.run(held, setUp);
    const keys = keysOf(await performed(held));
    await untilStored(keys);
    const sizes = await Promise.all(keys.map(storedBytes));
    const screenBytes = sizes.reduce((sum, size) => sum + size, 0);
    await first.close();
    await startHost({ beatSeconds: 0.02, spool: { patienceSeconds: 0.3, mostBytes: 1.5 * screenBytes } });
    between.spoil(() => "slowDown");
    // The same screen, which this process has not stored yet.
    await farm.run(held, { ...press, stepNumber: 2 });
    // For the next one there is no room: its action's effect is on its step all the same.
    expect(await farm.run(held, { ...press, stepNumber: 3 })).toMatchObject({ error: "StorageUnavailable" });
    const step = await farm.repositories.steps.get(tenantId, held.jobId, 3);
    expect(step).toMatchObject({ outcome: { effect: "done" } });
    await farm.run(held, { kind: "release" });
    await farm.device(0, (state) => state === "ready");
    const { taskToken } = await farm.acquire();
    const said = async (state: string) => {
      for (;;) {
        const stored = await farm.repositories.hosts.get(tenantId, hostId);
        if (stored?.state === state) return stored;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    };
    expect(await said("degraded")).toMatchObject({
      stateReason: expect.stringContaining("of artifacts wait for storage"),
    });
    expect(farm.steps.answersTo(taskToken)).toEqual([]);
    between.spoil(() => null);
    expect(await farm.steps.answerTo(taskToken)).toMatchObject({ operation: "SendTaskSuccess" });
    await said("online");
  }, 60_000);
});
