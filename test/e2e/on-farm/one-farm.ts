import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type ApiClient, createApiClient } from "../../../cli/api-client.ts";
import { type RunningFarm, startUp } from "../drover-process.ts";

interface OneFarm {
  readonly farm: RunningFarm;
  readonly dir: string;
  readonly api: ApiClient;
}

const made = {} as { -readonly [Name in keyof OneFarm]: OneFarm[Name] };

/** A farm with two phones for all files beside this one. Read it in tests. */
export const on: OneFarm = made;

beforeAll(async () => {
  made.dir = await mkdtemp(path.join(tmpdir(), "drover-plain-"));
  made.farm = await startUp(made.dir);
  made.api = createApiClient(made.farm.file);
}, 120_000);
afterAll(async () => {
  await made.farm.stop();
  await rm(made.dir, { recursive: true, force: true });
}, 120_000);
