import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { debugPrefix } from "#shared/contracts/farm/keys.ts";
import { functions, jobId, startAgain, withFunctions } from "../../functions/job-per-test.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { grounder, point, turn, unknown, withGroundedTurns } from "./grounded-turn.ts";

withFunctions();
withGroundedTurns();

describe("a project's own grounding model", () => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), "drover-grounding-"));
    const file = path.join(dir, "drover.config.mjs");
    const grounding = { ...grounder, minConfidence: 0.3 };
    await writeFile(file, `export default { models: ${JSON.stringify({ grounding })} };`);
    await startAgain({ DROVER_CONFIG_FILE: file });
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  it("[spec I9.1] is asked for every job, and a job with debug keeps the call", async () => {
    const { step } = await turn([unknown, unknown, point], { job: { debug: true } });
    expect(step?.groundedBy).toMatchObject({ model: "claude-haiku-5-5", reason: "unknownElement" });
    const { artifacts } = functions.storage;
    const [key = ""] = await artifacts.list(`${debugPrefix(tenantId, jobId)}step-0001/`);
    const { calls } = JSON.parse(await artifacts.getText(key));
    expect(calls.map(({ request }: { request: { model: string } }) => request.model)).toEqual([
      "practice-1",
      "practice-1",
      "claude-haiku-5-5",
    ]);
  });

  it("[spec I9.1] has the project's threshold", async () => {
    const says = JSON.stringify({ thinking: "It.", action: "tap", element: 0, confidence: 0.4 });
    const { asked } = await turn([{ says }, point], { models: { agent: { dialect: "element-json" } } });
    expect(asked).toHaveLength(1);
  });
});
