import { shownStep } from "#shared/actions/action-words.ts";
import type { ReportJob, ReportLine } from "#shared/contracts/api/report.ts";
import type { Trajectory } from "#shared/contracts/api/trajectory.ts";
import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { defined } from "#shared/values/defined.ts";
import type { ReportedJob } from "./report-source.ts";
import { type ReportPicture, type Scaling, scaledPicture } from "./scaled-picture.ts";

const decoder = new TextDecoder();

/** What a list says of the job. */
export function reportLine({ trajectory: { job, steps }, place }: ReportedJob, batchId?: string): ReportLine {
  const { jobId, task, outcome, verdict, outcomeReason, usage, createdAt, finishedAt, metrics, batch } = job;
  const passed = finishedAt === undefined ? 0 : Date.parse(finishedAt) - Date.parse(createdAt);
  return {
    jobId,
    task,
    steps: steps.length,
    milliseconds: metrics?.totalMilliseconds ?? Math.max(0, passed),
    tokens: usage.inputTokens + usage.outputTokens,
    ...defined({
      outcome,
      verdict,
      reason: outcomeReason,
      costUsd: usage.costUsd,
      batchId,
      taskId: place?.taskId ?? batch?.taskId,
      variant: place?.variant ?? batch?.variant,
      repeat: place?.repeat ?? batch?.epoch,
    }),
  };
}

/** Of every screen that the viewer shows. */
function keysOf({ steps, errors }: Trajectory): {
  readonly pictures: ReadonlySet<string>;
  readonly trees: ReadonlySet<string>;
} {
  const screens = steps.flatMap(({ before, after }) => (after === undefined ? [before] : [before, after]));
  const known = (keys: readonly (string | null)[]): ReadonlySet<string> =>
    new Set(keys.filter((key) => key !== null));
  return {
    pictures: known([
      ...screens.map(({ screenshotKey }) => screenshotKey),
      ...errors.map(({ screenshotKey }) => screenshotKey),
    ]),
    trees: known(screens.map(({ treeKey }) => treeKey)),
  };
}

interface Making {
  readonly scaling: Scaling;
  /** With what was kept for debugging. */
  readonly full: boolean;
  /** Takes each picture of the job. */
  readonly onPicture: (picture: ReportPicture) => Promise<void>;
}

/** All of a job that its viewer needs: what cannot be read any more is left out. */
export async function jobForReport(
  reported: ReportedJob,
  { scaling, full, onPicture }: Making,
): Promise<ReportJob> {
  const { trajectory, timeline } = reported;
  const { job, errors, plans, recoveries, questions } = trajectory;
  const keys = keysOf(trajectory);
  const pictures: Record<string, string> = {};
  for (const key of keys.pictures) {
    const bytes = await reported.read(key);
    const picture = bytes === null ? null : await scaledPicture(bytes, scaling);
    if (picture === null) continue;
    pictures[key] = picture.name;
    await onPicture(picture);
  }
  const trees: Record<string, SemanticUITree> = {};
  for (const key of keys.trees) {
    const tree = treeOf(await reported.read(key));
    if (tree !== null) trees[key] = tree;
  }
  return {
    job,
    steps: trajectory.steps.map(({ replay: _replay, ...step }) => shownStep(step)),
    errors,
    plans,
    recoveries,
    questions,
    timeline,
    trees,
    pictures,
    debug: full ? await debugOf(reported) : null,
  };
}

function treeOf(bytes: Uint8Array | null): SemanticUITree | null {
  const value = jsonOf(bytes);
  const parsed = SemanticUITree.safeParse(value);
  return parsed.success ? parsed.data : null;
}

function jsonOf(bytes: Uint8Array | null): unknown {
  if (bytes === null) return null;
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return null;
  }
}

const debugName = /\/debug\/(step-(\d+)\/[^/]+)\.json$/;

async function debugOf({ keys, read }: ReportedJob): Promise<ReportJob["debug"]> {
  const found = new Map<string, { readonly name: string; readonly content: unknown }[]>();
  for (const key of await keys()) {
    const [, name, step] = debugName.exec(key) ?? [];
    if (name === undefined || step === undefined) continue;
    const number = String(Number(step));
    found.set(number, [...(found.get(number) ?? []), { name, content: jsonOf(await read(key)) }]);
  }
  return found.size === 0 ? null : Object.fromEntries(found);
}
