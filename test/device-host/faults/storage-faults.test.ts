import { createHash } from "node:crypto";
import { GetObjectCommand, HeadObjectCommand } from "@aws-sdk/client-s3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HostOptions } from "#device-host/host-options.ts";
import type { Observation } from "#shared/contracts/device/observation.ts";
import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
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

  it("[fault D12] names the one artifact that is pending, and has the others there", async () => {
    await startHost();
    const held = await farm.lease();
    await farm.run(held, setUp);
    between.spoil((key) => (key.endsWith("screenshot.webp") ? "slowDown" : null));
    const seen = await performed(held);
    expect(seen.pendingArtifacts).toEqual([seen.screenshotKey]);
    await untilStored([seen.treeKey ?? ""]);
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
    const sizes = keysOf(await performed(held)).map(storedBytes);
    const screenBytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
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
