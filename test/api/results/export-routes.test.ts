import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRunFile } from "#cli/run-file/open-run-file.ts";
import { ArtifactPage, ExportAnswer } from "#shared/contracts/api/routes/export-routes.ts";
import { Trajectory } from "#shared/contracts/api/trajectory.ts";
import { observationKey } from "#shared/contracts/farm/keys.ts";
import { ExportFormat } from "#shared/contracts/result/export.ts";
import { onePixel } from "../../shared/rules/export/sample-export.ts";
import {
  jobIdOf,
  sampleJob,
  sampleObservation,
  sampleStep,
  tenantId,
} from "../../shared/storage/sample-records.ts";
import { callApi, refused } from "../call-api.ts";
import { startApi, type TestApi } from "../start-api.ts";

let api: TestApi;
let folder: string;
const jobId = jobIdOf(1);
const screenshotKey = observationKey(tenantId, jobId, 1, "c", "screenshot.png");

beforeAll(async () => {
  api = await startApi();
  folder = await mkdtemp(path.join(tmpdir(), "drover-export-"));
  await api.storage.artifacts.put(screenshotKey, onePixel, "image/png");
  const ended = { status: "finished", outcome: "succeeded", stepCount: 1 };
  await api.repositories.jobs.create(sampleJob({ ...ended, jobId }));
  await api.repositories.jobs.create(
    sampleJob({ ...ended, jobId: jobIdOf(2), task: "Write to ada@mail.org" }),
  );
  await api.repositories.jobs.create(sampleJob({ jobId: jobIdOf(3) }));
  await api.repositories.steps.put(sampleStep({ jobId, before: sampleObservation({ screenshotKey }) }));
});
afterAll(async () => {
  await Promise.all([api.close(), rm(folder, { recursive: true })]);
});

const exportOf = async (id: string, query: string) => {
  const answer = await callApi("GET", `/v1/jobs/${id}/export?${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return ExportAnswer.parse(answer.body);
};

const exported = async (id: string): Promise<Trajectory> => {
  const { links } = await exportOf(id, "format=json");
  return Trajectory.parse(await (await fetch(links.export ?? "")).json());
};

describe("exporting a job by the API", () => {
  it("[spec I7.3] stores the export and links to it, for every format that no picture is drawn for", async () => {
    for (const format of ExportFormat.options.filter((name) => name !== "gif")) {
      const { links, bytes, fileName } = await exportOf(jobId, `format=${format}`);
      const response = await fetch(links.export ?? "");
      expect(response.status).toBe(200);
      expect((await response.arrayBuffer()).byteLength).toBe(bytes);
      expect(fileName).toMatch(/^drover-01J0{22}1-\w+\.\w+$/);
    }
  });

  it("gives a zip that opens, which holds the pictures and no export made before it", async () => {
    await exportOf(jobId, "format=csv");
    const { links } = await exportOf(jobId, "format=zip");
    const file = path.join(folder, "run.zip");
    await writeFile(file, Buffer.from(await (await fetch(links.export ?? "")).arrayBuffer()));
    const run = await openRunFile(file);
    expect(await run.artifact(screenshotKey)).toEqual(onePixel);
    expect(run.jobs).toMatchObject([{ jobId, steps: 1 }]);
    await run.close();
  });

  it("[spec I7.3] says what was lost after the job ended, by its key, and calls no such export complete", async () => {
    const id = jobIdOf(7);
    const key = (name: string) => `tenants/${tenantId}/jobs/${id}/${name}`;
    await api.storage.artifacts.put(key("before.png"), onePixel, "image/png");
    const trajectoryKey = key("trajectory.json");
    const ended = { status: "finished", outcome: "succeeded", stepCount: 1, trajectoryKey };
    await api.repositories.jobs.create(sampleJob({ ...ended, jobId: id }));
    const done = { ok: true, effect: "done", retries: 0 };
    const [before, after] = ["before.png", "after.png"].map((name) =>
      sampleObservation({ screenshotKey: key(name) }),
    );
    await api.repositories.steps.put(sampleStep({ jobId: id, before, after, outcome: done }));
    // As it was when the job ended, with the picture that is lost by now.
    const stored = { ...(await exported(id)), completeness: { complete: true, missing: [] } };
    await api.storage.artifacts.put(trajectoryKey, JSON.stringify(stored), "application/json");
    for (const format of ["json", "zip", "markdown"])
      expect(await exportOf(id, `format=${format}`), format).toMatchObject({ complete: false });
    expect((await exported(id)).completeness.missing).toEqual([
      `Step 1: ${key("after.png")} (after it) is not stored.`,
    ]);
    await api.storage.artifacts.put(key("after.png"), onePixel, "image/png");
    expect(await exportOf(id, "format=zip")).toMatchObject({ complete: true });
  });

  it("refuses what may be private by kind, number and field alone, unless it is said to be handed on", async () => {
    const problem = await refused(422, "GET", `/v1/jobs/${jobIdOf(2)}/export?format=json`);
    expect(problem).toMatchObject({
      code: "ExportRefused",
      detail: expect.stringContaining("1 email in job.task"),
    });
    expect(JSON.stringify(problem)).not.toContain("ada@");
    const { redaction } = await exportOf(jobIdOf(2), "format=json&unredacted=true");
    expect(redaction.clean).toBe(false);
  });

  it("refuses what it cannot do by name, with what to do", async () => {
    expect(await refused(422, "GET", `/v1/jobs/${jobId}/export?format=gif`)).toMatchObject({
      code: "ExportRefused",
      detail: expect.stringContaining("draws no pictures"),
      advice: [expect.stringContaining("drover export")],
    });
    expect((await refused(409, "GET", `/v1/jobs/${jobIdOf(3)}/export?format=json`)).code).toBe("NotReady");
    await refused(404, "GET", `/v1/jobs/${jobIdOf(9)}/export?format=json`);
    await refused(404, "GET", `/v1/jobs/${jobId}/export?format=json`, { tenant: "other" });
    await refused(400, "GET", `/v1/jobs/${jobId}/export?format=exe`);
    await refused(400, "GET", `/v1/jobs/${jobId}/export?format=json&only=won`);
  });

  it("lists what is stored by the keys that the trajectory names, and to nobody else", async () => {
    const page = ArtifactPage.parse((await callApi("GET", `/v1/jobs/${jobId}/artifacts`)).body);
    const [first] = page.items;
    expect(first?.key).toBe(screenshotKey);
    expect(Buffer.from(await (await fetch(first?.links.artifact ?? "")).arrayBuffer())).toEqual(onePixel);
    expect(page.items.every(({ key }) => !key.includes("/exports/"))).toBe(true);
    await refused(404, "GET", `/v1/jobs/${jobId}/artifacts`, { tenant: "other" });
  });
});
