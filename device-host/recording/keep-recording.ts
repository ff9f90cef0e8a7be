import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { stepWords } from "#shared/actions/action-words.ts";
import {
  type MissingPiece,
  mostRecordings,
  type RecordingTimeline,
  type ScreenRecording,
} from "#shared/contracts/device/screen-recording.ts";
import { screenRecordingKey } from "#shared/contracts/farm/keys.ts";
import type { JobId, TenantId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { unexpected } from "#shared/errors/wire-error.ts";
import type { Repositories } from "#shared/storage/repositories.ts";
import { defined } from "#shared/values/defined.ts";
import type { ArtifactSpool } from "../delivery/artifact-spool.ts";
import type { HostClock } from "../host-clock.ts";
import type { HostLogger } from "../host-logger.ts";
import { addChapters } from "./add-chapters.ts";
import { recordingTimeline } from "./recording-timeline.ts";
import type { Recorded } from "./screen-recorder.ts";
import { captionsVtt, chaptersOf, chaptersVtt } from "./web-vtt.ts";

export interface KeptFor {
  readonly jobId: JobId;
  readonly epoch: number;
  /** Of this machine, where the parts are. */
  readonly directory: string;
}

interface KeepServices {
  readonly tenantId: TenantId;
  readonly repositories: Pick<Repositories, "jobs" | "steps">;
  readonly spool: ArtifactSpool;
  readonly clock: HostClock;
  readonly logger: HostLogger;
}

/** A video may be large and storage far away. */
const patienceSeconds = 120;
/** Shorter ones nobody sees. */
const leastGapSeconds = 0.05;
const mostMissing = 50;

/**
 * Joins what was recorded, stores it as the job's and says so on the job. Missing pieces are listed there too: it never throws.
 */
export async function keepRecording(
  recorded: Recorded,
  kept: KeptFor,
  services: KeepServices,
): Promise<void> {
  const { tenantId, repositories, clock, logger } = services;
  const { jobId, epoch } = kept;
  const ago = clock.monotonic() - beginningOf(recorded);
  const startedAt = new Date(clock.now().getTime() - ago).toISOString();
  const none = { epoch, startedAt, seconds: 0, bytes: 0, segments: 0, missing: [] };
  const recording = await store(recorded, kept, services).then(
    (made): ScreenRecording => ({ ...none, ...made }),
    (error: unknown): ScreenRecording => ({ ...none, problem: problemOf(unexpected(error).message) }),
  );
  const { videoKey, seconds, bytes, problem } = recording;
  const about = { jobId, epoch, seconds, bytes, ...defined({ problem }) };
  if (videoKey === undefined) logger.warn("recording failed", { code: "RecordingFailed", ...about });
  else logger.info("recording stored", about);
  try {
    const job = await repositories.jobs.get(tenantId, jobId);
    const earlier = job?.recordings?.filter((one) => one.epoch !== epoch) ?? [];
    await repositories.jobs.saveDevice(tenantId, jobId, {
      recordings: [...earlier, recording].slice(-mostRecordings),
    });
  } catch (error) {
    logger.error("recording not noted", { jobId, error: String(error) });
  }
}

/** Monotonic milliseconds. */
const beginningOf = ({ begunAt, early, endedAt }: Recorded): number => begunAt ?? early?.at ?? endedAt;

const problemOf = (said: string): string => {
  const { code, message } = new DroverError("RecordingFailed", said);
  return `${code}: ${message}`.slice(0, 500);
};

type Made = Partial<ScreenRecording>;

async function store(recorded: Recorded, kept: KeptFor, services: KeepServices): Promise<Made> {
  const { pieces, early } = recorded;
  const [first] = pieces;
  if (first === undefined) {
    const missing = missingOf(recorded, [], beginningOf(recorded));
    const said = recorded.problem ?? "nothing was recorded";
    return { missing, ...(early?.reason === "secret" ? {} : { problem: problemOf(said) }) };
  }
  const timeline = await timelineOf(recorded, first.begunAt, services);
  const path = join(kept.directory, "joined.mp4");
  // Loaded when something was recorded: most jobs record nothing.
  const { joinPieces } = await import("./join-pieces.ts");
  const { lost, segments, seconds } = await joinPieces(pieces, captionsVtt(timeline), path);
  if (segments === 0) return { problem: problemOf("no part of it is a video") };
  await addChapters(path, chaptersOf(timeline));
  const { tenantId, spool } = services;
  const keyOf = (part: Parameters<typeof screenRecordingKey>[3]): string =>
    screenRecordingKey(tenantId, kept.jobId, kept.epoch, part);
  const texts = [
    ["captions.vtt", captionsVtt(timeline), "text/vtt"],
    ["chapters.vtt", chaptersVtt(timeline), "text/vtt"],
    ["timeline.json", JSON.stringify(timeline), "application/json"],
  ] as const;
  for (const [part, text, type] of texts) await spool.put(keyOf(part), text, type);
  const { size: bytes } = await stat(path);
  const state = await spool.put(keyOf("screen.mp4"), await readFile(path), "video/mp4", patienceSeconds);
  const played = pieces.filter((piece) => !lost.includes(piece));
  return {
    videoKey: keyOf("screen.mp4"),
    captionsKey: keyOf("captions.vtt"),
    chaptersKey: keyOf("chapters.vtt"),
    timelineKey: keyOf("timeline.json"),
    startedAt: new Date(
      services.clock.now().getTime() - (services.clock.monotonic() - first.begunAt),
    ).toISOString(),
    seconds,
    bytes,
    segments,
    missing: missingOf(recorded, played, first.begunAt),
    ...(state === "pending" ? { pending: true } : {}),
    ...(recorded.problem === null ? {} : { problem: problemOf(recorded.problem) }),
  };
}

/** Of the whole time from its first picture to its end. */
function missingOf(
  { endedAt, early, begunAt }: Recorded,
  pieces: Recorded["pieces"],
  base: number,
): MissingPiece[] {
  const seconds = (at: number): number => Math.max(0, (at - base) / 1_000);
  const missing: MissingPiece[] = [];
  const add = (from: number, to: number, reason: MissingPiece["reason"]): void => {
    if (to - from >= leastGapSeconds * 1_000)
      missing.push({ fromSeconds: seconds(from), toSeconds: seconds(to), reason });
  };
  let covered = base;
  for (const piece of pieces) {
    add(covered, piece.begunAt, "gap");
    covered = Math.max(covered, piece.endedAt);
  }
  if (early?.reason) {
    add(Math.min(covered, early.at), early.at, "gap");
    add(early.at, endedAt, early.reason);
  } else add(covered, endedAt, pieces.length === 0 && begunAt !== null ? "lost" : "gap");
  return missing.slice(0, mostMissing);
}

async function timelineOf(
  { acts, endedAt }: Recorded,
  base: number,
  { tenantId, repositories }: KeepServices,
): Promise<RecordingTimeline> {
  const words = new Map<string, string>();
  for (const jobId of new Set(acts.map((act) => act.jobId)))
    for (const step of await repositories.steps.from(tenantId, jobId, 1))
      words.set(`${jobId}/${step.stepNumber}`, stepWords(step, true));
  return recordingTimeline(
    acts.map(({ jobId, stepNumber, at }) => ({ jobId, stepNumber, atSeconds: (at - base) / 1_000 })),
    (endedAt - base) / 1_000,
    ({ jobId, stepNumber }) => words.get(`${jobId}/${stepNumber}`) ?? "",
  );
}
