import { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import { Trajectory } from "#shared/contracts/api/trajectory.ts";
import type { ExportFormat } from "#shared/contracts/result/export.ts";
import type { ResultItem } from "#shared/rules/batch-results/result-source.ts";
import { exportFormats } from "#shared/rules/export/export-formats.ts";
import type { ExportedJob, ExportSource, ExportTools } from "#shared/rules/export/export-source.ts";
import { Redaction, readingInto } from "#shared/rules/export/redaction.ts";
import { at, jobIdOf, sampleJob, sampleObservation, sampleStep } from "../../storage/sample-records.ts";
import { item } from "../statistics/items.ts";

/** The smallest PNG there is: one transparent pixel. */
export const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

interface Given {
  readonly n?: number;
  readonly job?: Record<string, unknown>;
  readonly steps?: readonly Record<string, unknown>[];
  readonly trajectory?: Record<string, unknown>;
  readonly files?: Readonly<Record<string, Uint8Array | string>>;
}

const prefixOf = (n: number): string => `tenants/acme/jobs/${jobIdOf(n)}/`;
export const screenKey = (n: number, step: number): string =>
  `${prefixOf(n)}steps/000${step}/c/screenshot.png`;

/** A job that did two things and claimed success, with a picture before and after each. */
export function sampleTrajectory({ n = 1, job = {}, steps, trajectory = {} }: Given = {}): Trajectory {
  const screen = (step: number) =>
    sampleObservation({ screenshotKey: screenKey(n, step), treeHash: `hash-${step}` });
  const usual = [
    { stepNumber: 1, before: screen(0), after: screen(1), outcome: { ok: true, effect: "done", retries: 0 } },
    {
      stepNumber: 2,
      before: screen(1),
      after: screen(2),
      actions: [{ action: { action: "FINISH", status: "success", summary: "It is on." } }],
    },
  ];
  return Trajectory.parse({
    schemaVersion: 2,
    exportedAt: at,
    job: PublicJob.parse(
      sampleJob({
        jobId: jobIdOf(n),
        status: "finished",
        outcome: "succeeded",
        finishedAt: "2026-01-01T00:01:00.000Z",
        claim: { status: "success", summary: "It is on." },
        stepCount: 2,
        usage: { calls: 2, inputTokens: 200, outputTokens: 20, costUsd: 0.01, pricedCalls: 2 },
        ...job,
      }),
    ),
    steps: (steps ?? usual).map((step) => sampleStep({ jobId: jobIdOf(n), ...step })),
    errors: [],
    completeness: { complete: true, missing: [] },
    ...trajectory,
  });
}

export function sampleExported(given: Given = {}, more: Partial<ExportedJob> = {}): ExportedJob {
  const { n = 1, files = {} } = given;
  const stored = new Map<string, Uint8Array>(
    Object.entries({
      ...Object.fromEntries([0, 1, 2].map((step) => [screenKey(n, step), onePixel])),
      ...files,
    }).map(([key, body]) => [key, Buffer.from(body)]),
  );
  return {
    trajectory: sampleTrajectory(given),
    async *parts() {},
    judgements: async () => [],
    keys: async () => [...stored.keys()],
    read: async (key) => stored.get(key) ?? null,
    ...more,
  };
}

/** Of one job; of several a batch. */
export function sampleSource(jobs: readonly ExportedJob[] = [sampleExported()]): ExportSource {
  const items: ResultItem[] = jobs.map(() => item({ outcomes: ["succeeded"] }));
  return {
    ...(jobs.length === 1
      ? {}
      : { batch: { batchId: item().batchId, name: batchName, lineCount: jobs.length, changes: [] } }),
    async *items() {
      yield* items;
    },
    async *jobs() {
      yield* jobs;
    },
  };
}
const batchName = "nightly" as NonNullable<ExportSource["batch"]>["name"];

/** What a format makes of a source, by path, and what was found in it. */
export async function exported(
  format: ExportFormat,
  source = sampleSource(),
  more: Partial<ExportTools> = {},
) {
  const redaction = new Redaction();
  const tools = { exportedAt: at, version: "1.2.3", redaction: () => redaction.report(), ...more };
  const { write, handsOn } = exportFormats[format];
  const files = new Map<string, Buffer>();
  for await (const { path, body } of write(readingInto(redaction, source, handsOn), tools)) {
    if (files.has(path)) throw new Error(`${path} is written twice`);
    files.set(path, Buffer.from(body));
  }
  return {
    files,
    text: (path: string): string => files.get(path)?.toString() ?? "",
    report: redaction.report(),
  };
}
