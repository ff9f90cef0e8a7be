import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadProjectConfig } from "#shared/config/load-project-config.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { PerformAnswer, SetUpAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { tenantId } from "../../../shared/storage/sample-records.ts";
import { middleOf, startSecretFarm } from "../../secrets/start-secret-farm.ts";
import { annotation, box, startVisionServer, type VisionServer } from "./vision-server.ts";

const browser = "org.chromium.webview_shell";
const words = annotation([[{ text: "Zebra", vertices: box(20, 1_400, 200, 1_440), confidence: 0.99 }]]);
let dir: string;
let vision: VisionServer;
let tools: Awaited<ReturnType<typeof startSecretFarm>>;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-cloud-ocr-"));
  vision = await startVisionServer(() => words);
  const file = path.join(dir, "drover.config.mjs");
  await writeFile(file, `export default { ocr: { cloud: { url: "${vision.url}", secret: "vision" } } };`);
  tools = await startSecretFarm("hunter2 & Co", [browser], {
    config: await loadProjectConfig({ DROVER_CONFIG_FILE: file }),
  });
  await tools.keep("vision", "vision-key", []);
}, 60_000);
afterAll(async () => {
  await tools.farm.close();
  await vision.close();
  await rm(dir, { recursive: true, force: true });
});

it("[spec R18] reads a job's screens, counted with the job, and none after a secret was typed on its device", async () => {
  const { farm } = tools;
  const held = await farm.lease({ task: "Sign in with {{secret:shop}}." });
  const reading = { ...tools.looking, ocr: "always" } as const;
  const { output: setUp = "", cause } = await farm.run(held, { kind: "setUp", precheck: false, ...reading });
  expect(cause).toBeUndefined();
  const { observation } = SetUpAnswer.parse(JSON.parse(setUp));
  const { elements } = await tools.treeOf(observation);
  expect(elements.filter(({ source }) => source === "picture")).toMatchObject([{ text: "Zebra" }]);
  const jobOf = () => farm.storage.repositories.jobs.get(tenantId, held.jobId);
  expect(await jobOf()).toMatchObject({ cloudReadings: 1, spentUsd: 0.001_5, usage: { costUsd: 0.001_5 } });

  const perform = async (stepNumber: number, action: StoredAction) => {
    const { output = "" } = await farm.run(held, {
      kind: "perform",
      stepNumber,
      actions: [action],
      ...reading,
    });
    return PerformAnswer.parse(JSON.parse(output)).observation;
  };
  const opened = await perform(1, { action: "open_app", package: browser });
  const sent = vision.asked.length;
  expect(sent).toBeGreaterThan(1);
  const { bounds } = await tools.fieldIn(opened);
  await perform(2, { action: "type_secret", secret: "shop", coordinate: middleOf(bounds), clear: true });
  await perform(3, { action: "home" });
  expect(vision.asked).toHaveLength(sent);
  expect(vision.asked.map(({ key }) => key)).toEqual(Array.from({ length: sent }, () => "vision-key"));
  expect(await jobOf()).toMatchObject({ cloudReadings: sent });
  await farm.run(held, { kind: "release" });
}, 60_000);

it("[spec R18] is the host's own engine while the service is away, and the screen says so", async () => {
  await vision.close();
  await tools.restartHost();
  const held = await tools.farm.lease({});
  const { output = "" } = await tools.farm.run(held, {
    kind: "setUp",
    precheck: false,
    ...tools.looking,
    ocr: "always",
  });
  expect(SetUpAnswer.parse(JSON.parse(output)).observation.flags).toContainEqual(
    "textReadOnHost: the cloud service did not: it cannot be reached",
  );
}, 60_000);
