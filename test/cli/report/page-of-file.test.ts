import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { pageOfFile } from "../../../cli/report/page-of-file.ts";
import { exported, sampleTrajectory } from "../../shared/rules/export/sample-export.ts";
import { jobIdOf } from "../../shared/storage/sample-records.ts";

let dir: string;
const pages: string[] = [];
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-files-"));
});
afterAll(() =>
  Promise.all([dir, ...pages.map((page) => path.dirname(page))].map((one) => rm(one, { recursive: true }))),
);

async function shown(name: string, body: string | Uint8Array): Promise<string> {
  const file = path.join(dir, name);
  await writeFile(file, body);
  const page = await pageOfFile(file);
  pages.push(page);
  expect((await stat(path.dirname(page))).mode & 0o777).toBe(0o700);
  return readFile(page, "utf8");
}

it("makes a page of a trajectory, and of what ATIF says of one", async () => {
  const { jobId } = sampleTrajectory().job;
  const trajectory = await shown("run.json", JSON.stringify(sampleTrajectory()));
  expect(trajectory).toContain(`id="drover-job-${jobId}"`);
  const { files } = await exported("atif");
  const atif = [...files].find(([name]) => name.endsWith(".json"))?.[1] ?? "";
  expect(await shown("atif.json", atif)).toMatch(/id="drover-job-[0-9A-Z]{26}"/);
});

it("refuses what is no job, and leaves no page behind", async () => {
  await expect(pageOfFile(path.join(dir, "nothing.zip"))).rejects.toThrow(/no job, batch or file/);
  const file = path.join(dir, "other.json");
  await writeFile(file, JSON.stringify({ job: jobIdOf(1) }));
  await expect(pageOfFile(file)).rejects.toThrow(/cannot be read/);
});
