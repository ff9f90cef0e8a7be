import { setTimeout as sleep } from "node:timers/promises";
import type * as z from "zod";
import type { BatchSettings } from "#shared/contracts/batch/batch-settings.ts";
import type { BenchFarm } from "./bench-farm.ts";

/** Lines of a manifest, each a task of its own that takes so many steps on a null device. */
export function* benchLines(
  jobs: number,
  steps: number,
  limits: object = {},
  agent: object = { kind: "builtin" },
): Generator<object> {
  const request = { task: pressTask(steps), limits, agent };
  for (let line = 1; line <= jobs; line += 1) yield { taskId: `press-${line}`, request };
}

/** The last step of a job is the agent's word that it is done. */
export const pressTask = (steps: number): string =>
  steps <= 2 ? "Press the button" : `Press the button ${steps - 1} times`;

const mostInline = 1_000;

interface Submitted {
  readonly batchId: string;
  /** Until the API had taken the lines and began to run or refuse them. */
  readonly milliseconds: number;
}

let submitted = 0;

/** Inline or as an upload, by how many they are. */
export async function submitBatch(
  farm: BenchFarm,
  lines: readonly object[],
  settings: z.input<typeof BatchSettings>,
): Promise<Submitted> {
  submitted += 1;
  const name = `bench-${submitted}`;
  const started = performance.now();
  const given = lines.length <= mostInline ? { lines } : { uploadId: await upload(farm, lines) };
  const { batchId } = await farm.call("submitBatch", { body: { name, settings, ...given } });
  await untilChecked(farm, batchId);
  return { batchId, milliseconds: performance.now() - started };
}

async function upload(farm: BenchFarm, lines: readonly object[]): Promise<string> {
  const { uploadId, url, fields } = await farm.call("uploadManifest");
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new Blob(lines.map((line) => `${JSON.stringify(line)}\n`)));
  const response = await fetch(url, { method: "POST", body: form });
  if (!response.ok) throw new Error(`upload: ${response.status} ${await response.text()}`);
  return uploadId;
}

async function untilChecked(farm: BenchFarm, batchId: string): Promise<void> {
  for (;;) {
    const { status } = await farm.call("readBatch", { id: batchId });
    if (status !== "checking") return;
    await sleep(100);
  }
}
