import type { IBackoffFactory } from "cockatiel";
import { DeviceRepairs, type Repair } from "#shared/contracts/device/device.ts";
import type { CommandJournal } from "../delivery/command-journal.ts";
import { RetryPlan } from "../retry-plan.ts";

/** What keeps a device from work that something can be done about. */
export type Trouble = "offline" | "notBooted" | "frozen" | "notClean";

interface Rung {
  readonly repair: Repair;
  readonly times: number;
}

/**
 * By what it can be as new: `snapshot`, the one that was kept when it was clean; `made`, whoever made it for a job makes it again; null:
 * by nothing.
 */
export type AsNew = "snapshot" | "made" | null;

/**
 * What is tried, in that order, and how often each. Adb takes no command for a device that is offline, so there is nothing beyond
 * reconnecting it. A quarantined device is tried again as every other is, and is on its last rung until a job could work on it.
 */
const ladders: Readonly<Record<Trouble, readonly Rung[]>> = {
  offline: [{ repair: "reconnect", times: Number.POSITIVE_INFINITY }],
  notBooted: [
    { repair: "reboot", times: 2 },
    { repair: "recreate", times: 1 },
    { repair: "quarantine", times: Number.POSITIVE_INFINITY },
  ],
  frozen: [
    { repair: "reboot", times: 2 },
    { repair: "recreate", times: 1 },
    { repair: "quarantine", times: Number.POSITIVE_INFINITY },
  ],
  notClean: [
    { repair: "recreate", times: 1 },
    { repair: "quarantine", times: Number.POSITIVE_INFINITY },
  ],
};
/** One that was made for a job is as new sooner than it boots again (discovery/made-devices.ts). */
const madeLadder: readonly Rung[] = [{ repair: "recreate", times: Number.POSITIVE_INFINITY }];

const none: DeviceRepairs = { reconnect: 0, reboot: 0, recreate: 0, quarantine: 0 };

export const timesOf = (count: number): string =>
  count === 1 ? "once" : count === 2 ? "twice" : `${count} times`;

/**
 * One device's way back to work: what was done, how often, and when the next may be. Pauses grow, with jitter. What was done is counted
 * in the journal, so that it outlives the process.
 */
export class RepairLadder {
  readonly #journal: CommandJournal;
  readonly #note: string;
  readonly #plan = new RetryPlan();
  /** Since a job could work on it. */
  readonly #tries = new Map<Trouble, number>();
  #counts: DeviceRepairs;

  constructor(journal: CommandJournal, deviceId: string) {
    this.#journal = journal;
    this.#note = `${deviceId}#repairs`;
    const kept = DeviceRepairs.safeParse(JSON.parse(journal.note(this.#note) ?? "null"));
    this.#counts = kept.data ?? none;
  }

  get counts(): DeviceRepairs {
    return this.#counts;
  }

  /** How often something was done about that since a job could work on it. */
  triesOf(trouble: Trouble): number {
    return this.#tries.get(trouble) ?? 0;
  }

  /** What to do about it now, counted unless it is `quarantine`; null during a pause. Times are monotonic. */
  climb(trouble: Trouble, now: number, backoff: IBackoffFactory<unknown>, asNew: AsNew): Repair | null {
    if (this.#plan.waits(now)) return null;
    const tried = this.triesOf(trouble);
    this.#tries.set(trouble, tried + 1);
    const repair = rungAt(rungsFor(trouble, asNew), tried);
    // Who quarantines it says so: that is done for other reasons too.
    if (repair !== "quarantine") this.failed(now, backoff, repair);
    return repair;
  }

  /** It was taken out of service. */
  quarantined(now: number, backoff: IBackoffFactory<unknown>): void {
    this.failed(now, backoff, "quarantine");
  }

  /** It is not fit for work now. */
  failed(now: number, backoff: IBackoffFactory<unknown>, repair: Repair | null = null): void {
    if (repair !== null) this.#count(repair);
    this.#plan.failed(now, backoff);
  }

  /** It may be used again. */
  mended(): void {
    this.#plan.mended();
  }

  /** A job was done on it and it came back clean. */
  proved(): void {
    this.#plan.proved();
    this.#tries.clear();
  }

  due(now: number): boolean {
    return this.#plan.due(now);
  }

  #count(repair: Repair): void {
    this.#counts = { ...this.#counts, [repair]: this.#counts[repair] + 1 };
    this.#journal.setNote(this.#note, JSON.stringify(this.#counts));
  }
}

function rungsFor(trouble: Trouble, asNew: AsNew): readonly Rung[] {
  if (asNew === "made") return madeLadder;
  return ladders[trouble].filter(({ repair }) => repair !== "recreate" || asNew === "snapshot");
}

function rungAt(rungs: readonly Rung[], tried: number): Repair {
  let left = tried;
  for (const { repair, times } of rungs) {
    if (left < times) return repair;
    left -= times;
  }
  return "quarantine";
}
