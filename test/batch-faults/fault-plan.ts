import { seededRandom } from "#shared/rules/statistics/seeded-random.ts";

export const partNames = ["farm", "host", "phones", "model"] as const;
export type PartName = (typeof partNames)[number];

interface Timed {
  /** When this share of the jobs has ended: the machine's speed does not decide what a fault meets. */
  readonly atShare: number;
}

/** `kill`: SIGKILL; `stop`: SIGSTOP for some seconds; `fullDisk`: no block is left for some seconds. */
export type Fault =
  | (Timed & { readonly kind: "kill"; readonly part: PartName })
  | (Timed & { readonly kind: "stop"; readonly part: PartName; readonly seconds: number })
  | (Timed & { readonly kind: "fullDisk"; readonly seconds: number });

export interface FaultCounts {
  readonly kills: number;
  readonly stops: number;
  readonly stopSeconds: readonly [least: number, most: number];
  readonly fullDiskSeconds: number;
  /** The model is silent for so long. */
  readonly outageSeconds: number;
}

/** Before the first no job is under way, after the last there is time to heal. */
const [firstShare, lastShare] = [0.02, 0.85];

/** The same seed gives the same faults in the same order, in the midst of a batch. */
export function faultPlan(seed: number, counts: FaultCounts): readonly Fault[] {
  const random = seededRandom(seed);
  const { kills, stops, stopSeconds, fullDiskSeconds, outageSeconds } = counts;
  const shareAt = (place: number): number =>
    Math.round((firstShare + (lastShare - firstShare) * place) * 1_000) / 1_000;
  const [least, most] = stopSeconds;
  // Each part in turn, from one that the seed says: so every seed meets every part.
  const first = Math.floor(random() * partNames.length);
  const partAt = (index: number): PartName => partNames[(first + index) % partNames.length] ?? "host";
  const faults: Fault[] = [
    // One in each slice of the batch; the others fall where they may, also at once with these.
    ...Array.from({ length: kills }, (_, index): Fault => {
      const atShare = shareAt((index + random()) / kills);
      return { atShare, kind: "kill", part: partAt(index) };
    }),
    ...Array.from({ length: stops }, (_, index): Fault => {
      const seconds = Math.round(least + (most - least) * random());
      return { atShare: shareAt(random()), kind: "stop", part: partAt(index + 1), seconds };
    }),
    { atShare: shareAt(random()), kind: "stop", part: "model", seconds: outageSeconds },
    { atShare: shareAt(random()), kind: "fullDisk", seconds: fullDiskSeconds },
  ];
  return faults.sort((a, b) => a.atShare - b.atShare);
}

export const faultInWords = (fault: Fault): string =>
  fault.kind === "kill"
    ? `kill -9 ${fault.part}`
    : fault.kind === "stop"
      ? `SIGSTOP ${fault.part} for ${fault.seconds} s`
      : `full disk for ${fault.seconds} s`;
