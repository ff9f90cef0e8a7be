import { digestLength } from "./version-digest.ts";

/** How many of a job's last steps may still change; earlier ones are sent once. */
export const openSteps = 8;

/** The position of a reader in a job's stream. An event's id contains it, so the farm stores no readers. */
export interface JobPlace {
  /** Events so far: ids rise. */
  readonly count: number;
  /** Digest of the job as it was last sent; empty: not yet. */
  readonly job: string;
  /** The steps before this one were sent and are closed. */
  readonly first: number;
  /** Digests of the steps from `first` on, as last sent. */
  readonly steps: readonly string[];
}

export const beginning: JobPlace = { count: 0, job: "", first: 1, steps: [] };

/** Of a number that no step has. */
const noDigest = "-".repeat(digestLength);

const pattern = /^(\d{1,9})\.([\w-]{0,8})\.(\d{1,5})\.((?:[\w-]{8}){0,200})$/;

export const placeId = ({ count, job, first, steps }: JobPlace): string =>
  `${String(count).padStart(6, "0")}.${job}.${first}.${steps.join("")}`;

/** An unknown id starts from the beginning: the stream sends more than requested, never less. */
export function placeFrom(id: string | undefined): JobPlace {
  const [, count, job = "", first, digests = ""] = pattern.exec(id ?? "") ?? [];
  if (count === undefined || Number(first) < 1) return beginning;
  const steps = Array.from({ length: digests.length / digestLength }, (_one, index) =>
    digests.slice(index * digestLength, (index + 1) * digestLength),
  );
  return { count: Number(count), job, first: Number(first), steps };
}

/** After a step was sent. */
export function withStep(place: JobPlace, stepNumber: number, digest: string): JobPlace {
  const steps = [...place.steps];
  while (steps.length < stepNumber - place.first) steps.push(noDigest);
  steps[stepNumber - place.first] = digest;
  const closed = Math.max(0, steps.length - openSteps);
  return { ...place, count: place.count + 1, first: place.first + closed, steps: steps.slice(closed) };
}
