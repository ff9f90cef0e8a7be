import { digestLength } from "./version-digest.ts";

/** So many of a job's last steps may still change; those before are told once. */
export const openSteps = 8;

/** What a reader of a job's stream has: an event's id says it whole, so that nobody has to remember readers. */
export interface JobPlace {
  /** Events so far: ids rise. */
  readonly count: number;
  /** Of the job as it was told last; empty: not yet. */
  readonly job: string;
  /** The steps before this one are told and closed. */
  readonly first: number;
  /** Of the steps from `first` on, as they were told last. */
  readonly steps: readonly string[];
}

export const beginning: JobPlace = { count: 0, job: "", first: 1, steps: [] };

/** Of a number that no step has. */
const noDigest = "-".repeat(digestLength);

const pattern = /^(\d{1,9})\.([\w-]{0,8})\.(\d{1,5})\.((?:[\w-]{8}){0,200})$/;

export const placeId = ({ count, job, first, steps }: JobPlace): string =>
  `${String(count).padStart(6, "0")}.${job}.${first}.${steps.join("")}`;

/** An unknown id starts again from the beginning: the stream sends more than was asked for, never less. */
export function placeFrom(id: string | undefined): JobPlace {
  const [, count, job = "", first, digests = ""] = pattern.exec(id ?? "") ?? [];
  if (count === undefined || Number(first) < 1) return beginning;
  const steps = Array.from({ length: digests.length / digestLength }, (_one, index) =>
    digests.slice(index * digestLength, (index + 1) * digestLength),
  );
  return { count: Number(count), job, first: Number(first), steps };
}

/** After a step was told. */
export function withStep(place: JobPlace, stepNumber: number, digest: string): JobPlace {
  const steps = [...place.steps];
  while (steps.length < stepNumber - place.first) steps.push(noDigest);
  steps[stepNumber - place.first] = digest;
  const closed = Math.max(0, steps.length - openSteps);
  return { ...place, count: place.count + 1, first: place.first + closed, steps: steps.slice(closed) };
}
