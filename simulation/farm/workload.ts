import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import type { SeededRandom } from "../world/seeded-random.ts";

/** What is asked of the farm, as `--work` names it. `webhooks`: each tenant has one. */
export const workKinds = ["tasks", "questions", "agents", "sessions", "batches", "webhooks"] as const;
export type WorkKind = (typeof workKinds)[number];

/** What somebody answers who is asked; null: nothing. */
export interface PlannedAnswer {
  readonly text: string;
  readonly afterMilliseconds: number;
}

export interface PlannedSession {
  /** What its user has done in words, again and again. */
  readonly instruction: string;
  readonly turns: number;
  readonly pauseMilliseconds: number;
  /** Else it is left alone until it ends by itself. */
  readonly isEnded: boolean;
  readonly request: { readonly idleTimeoutSeconds: number; readonly hardTimeoutSeconds: number };
}

type Request = Asked & { readonly limits: object };

type What =
  | { readonly kind: "tasks"; readonly request: Request }
  | { readonly kind: "questions"; readonly request: Request; readonly answer: PlannedAnswer | null }
  /** An agent of somebody else's, which ends after so many turns. */
  | { readonly kind: "agents"; readonly request: Request; readonly turns: number }
  | { readonly kind: "sessions"; readonly session: PlannedSession }
  | { readonly kind: "batches"; readonly requests: readonly Request[]; readonly concurrency: number };

export type PlannedWork = What & {
  /** Milliseconds after the farm has started. */
  readonly at: number;
  /** The number of its tenant. */
  readonly tenant: number;
  /** Of its submission: tenants know nothing of each other's. */
  readonly key: string;
};

type Check = JobRequest["validators"][number];
type Namespace = "global" | "system" | "secure";

const isSet = (namespace: Namespace, key: string, equals: string): Check => ({
  kind: "setting",
  namespace,
  key,
  equals,
});

type Asked = Pick<JobRequest, "task" | "validators"> & {
  readonly prepare?: { readonly commands: readonly string[] };
};
type Maker = (random: SeededRandom) => Asked;

/** Leaves an alarm, which a content provider shows and cleaning deletes. */
const alarm: Maker = (random) => ({
  task: `Turn on Bluetooth, then set an alarm for 7:${random.between(10, 55)}`,
  validators: [isSet("global", "bluetooth_on", "1")],
});

/** Begins with a row that only an app sees: its data is to be cleared. */
const withCart: Maker = () => ({
  task: "Turn on Bluetooth",
  prepare: {
    commands: [`sqlite3 /data/data/org.drover.shop/databases/shop.db "INSERT INTO cart VALUES (65, 1)"`],
  },
  validators: [isSet("global", "bluetooth_on", "1")],
});

/** What the practice model does without fail, with a check that only the right end passes. */
const makers: readonly Maker[] = [
  () => ({ task: "Turn on Bluetooth", validators: [isSet("global", "bluetooth_on", "1")] }),
  () => ({ task: "Turn off Wi-Fi", validators: [isSet("global", "wifi_on", "0")] }),
  () => ({ task: "Turn on airplane mode", validators: [isSet("global", "airplane_mode_on", "1")] }),
  alarm,
  withCart,
  withCart,
];

/** What a null device can do. */
const nullMakers: typeof makers = [
  (random) => ({ task: `Press the button ${random.between(1, 9)} times`, validators: [] }),
];

/** Short enough that a simulation sees the end of whatever waits. */
const limits = { maxSteps: 40, queueSeconds: 3_600 };
/** Some wait for their model for less time than it may be away. */
const waits = [60, 1_200, 1_200];

interface WorkloadSize {
  readonly jobs: number;
  readonly devices: number;
  readonly tenants: number;
  readonly isNull: boolean;
  readonly work: readonly WorkKind[];
}

interface Draws {
  readonly jobs: SeededRandom;
  /** Apart, so that a seed has the same tasks whatever else is asked for. */
  readonly work: SeededRandom;
}

/** Work that comes in over a while, as much as the devices can take. */
export function planWork({ jobs: random, work }: Draws, size: WorkloadSize): readonly PlannedWork[] {
  const secondsApart = 40 / size.devices;
  const counts = Array.from({ length: size.tenants }, () => 0);
  let at = 0;
  return Array.from({ length: size.jobs }, () => {
    at += random.next() * 2 * secondsApart * 1_000;
    const tenant = random.isOneIn(3) ? size.tenants - 1 : 0;
    const count = counts[tenant] ?? 0;
    counts[tenant] = count + 1;
    const asked = random.pick(size.isNull ? nullMakers : makers)(random);
    const request = { ...asked, limits: { ...limits, waitSeconds: random.pick(waits) } };
    return { ...whatOf(request, work, size), at, tenant, key: `job-${count}` };
  });
}

type Kind = What["kind"];
/** Where all kinds are asked for, a draw below that is of that kind. */
const drawnBelow = [
  ["questions", 0.2],
  ["sessions", 0.35],
  ["batches", 0.45],
  ["agents", 0.6],
  ["tasks", 1],
] as const satisfies readonly (readonly [Kind, number])[];

/** A kind that is not asked for is a job with a task, if that is asked for, else one of those that are. */
function kindOf(draw: number, work: readonly WorkKind[]): Kind {
  const [kind] = drawnBelow.find(([, below]) => draw < below) ?? ["tasks" as const];
  if (work.includes(kind)) return kind;
  const asked = drawnBelow.map(([one]) => one).filter((one) => work.includes(one));
  return work.includes("tasks") ? "tasks" : (asked[Math.floor(draw * asked.length)] ?? "tasks");
}

/** The same number of draws whatever comes of them. */
function whatOf(request: Request, random: SeededRandom, { work, isNull }: WorkloadSize): What {
  const [which, length, style, isLeft] = [random.next(), random.next(), random.next(), random.isOneIn(3)];
  const kind = kindOf(which, work);
  if (kind === "sessions") return { kind, session: sessionOf(length, style, isLeft, isNull) };
  if (kind === "batches")
    return { kind, requests: Array(2 + Math.floor(length * 3)).fill(request), concurrency: 2 };
  if (kind === "agents") return outsideOf(length);
  return kind === "questions" ? questionOf(request, length, style) : { kind, request };
}

const questionMinutes = 2;

/** Answered in time, about when its time is over, or not at all. */
function questionOf(request: Request, length: number, style: number): What {
  const isHeld = style < 0.5;
  const questions = {
    device: isHeld ? "hold" : "release",
    timeoutMinutes: questionMinutes,
    ...(style * 2 - Math.floor(style * 2) < 0.5 ? { defaultAnswer: "Whatever you like" } : {}),
  };
  const asking = {
    ...request,
    task: `Ask me whether I am there, then ${decapitalised(request.task)}`,
    questions,
  };
  const text = `Yes, for ${Math.round(length * 1_000)} minutes`;
  const afterMilliseconds = (length < 0.4 ? length * 100 : 112 + (length - 0.4) * 40) * 1_000;
  return {
    kind: "questions",
    request: asking,
    answer: length > 0.8 ? null : { text, afterMilliseconds },
  };
}

function outsideOf(length: number): What {
  const supervision = { planning: "off", progress: false, verification: "off", completion: false };
  const outside = { agent: { kind: "external", name: "theirs" }, supervision, allowAlreadySatisfied: true };
  const request = { task: "Go home", validators: [], limits, ...outside };
  return { kind: "agents", request, turns: 1 + Math.floor(length * 4) };
}

const decapitalised = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

const sessionOf = (length: number, style: number, isLeft: boolean, isNull: boolean): PlannedSession => ({
  instruction: isNull ? "Press the button" : style < 0.5 ? "Turn on Bluetooth" : "Turn on airplane mode",
  turns: 1 + Math.floor(length * 6),
  pauseMilliseconds: style * 15_000,
  isEnded: !isLeft,
  request: { idleTimeoutSeconds: 60, hardTimeoutSeconds: 600 },
});
