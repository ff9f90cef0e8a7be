import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiClient } from "../../cli/api-client.ts";
import { oneTurn, withTurn } from "../../docs/one-turn.ts";
import { type RunningFarm, startUp } from "./drover-process.ts";

let dir: string;
let farm: RunningFarm;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-shown-turn-"));
  farm = await startUp(dir, "--phones", "1");
}, 120_000);
afterAll(async () => {
  await farm.stop();
  await rm(dir, { recursive: true, force: true });
}, 120_000);

it("the turn that docs/how-a-job-runs.md shows is one as it is made now", async () => {
  const page = await readFile("docs/how-a-job-runs.md", "utf8");
  expect(withTurn(page, await oneTurn(createApiClient(farm.file))), "npm run turn").toBe(page);
}, 90_000);
