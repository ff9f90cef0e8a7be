import { randomUUID } from "node:crypto";
import { dueAfter } from "./operations.ts";
import type { Invocation, ScheduleStore, StoredSchedule } from "./schedule-store.ts";

export interface ScheduleTargets {
  /** A function by its name; the role is the schedule's. */
  readonly invoke: (
    functionName: string,
    event: unknown,
    roleArn: string,
  ) => Promise<{ readonly failed: boolean }>;
  readonly sendDeadLetter: (queueArn: string, body: string) => Promise<void>;
  readonly report: (line: string) => void;
}

interface DueOptions {
  readonly clock: () => Date;
  readonly arnPrefix: string;
}

/** The service promises a minute. */
const lookMilliseconds = 1_000;
const firstPauseMilliseconds = 5_000;
const mostPauseMilliseconds = 300_000;
/** Of one schedule at once: what is due each minute for a day. */
const mostMissed = 1_440;

/** Invokes what is due until it is closed; what is under way then comes again after the next start. */
export function keepSchedulesDue(schedules: ScheduleStore, targets: ScheduleTargets, options: DueOptions) {
  let looking = Promise.resolve();
  let isClosed = false;
  const under = new Set<number>();
  const look = async (): Promise<void> => {
    const now = options.clock().getTime();
    for (const schedule of schedules.due(now)) await take(schedule, { schedules, targets, now });
    const waiting = schedules.waiting(now).filter(({ id }) => !under.has(id));
    for (const invocation of waiting) under.add(invocation.id);
    await Promise.all(
      waiting.map((invocation) =>
        invoke(invocation, { schedules, targets, ...options }, () => isClosed).finally(() =>
          under.delete(invocation.id),
        ),
      ),
    );
  };
  const timer = setInterval(() => {
    if (under.size > 0) return;
    looking = looking
      .then(look)
      .catch((error: unknown) => targets.report(`schedules were not looked at: ${error}`));
  }, lookMilliseconds);
  return {
    async close(): Promise<void> {
      isClosed = true;
      clearInterval(timer);
      // A target may take minutes, and whoever closes this will not wait so long.
      await Promise.race([looking, new Promise((resolve) => setTimeout(resolve, lookMilliseconds).unref())]);
    },
  };
}

interface Taking {
  readonly schedules: ScheduleStore;
  readonly targets: ScheduleTargets;
  readonly now: number;
}

/** What a schedule was due for becomes invocations, one each; what is too old for its target becomes one dead letter. */
async function take(schedule: StoredSchedule, { schedules, targets, now }: Taking): Promise<void> {
  const { definition, createdAt } = schedule;
  const { Target: target, ActionAfterCompletion } = definition;
  const oldest = now - target.RetryPolicy.MaximumEventAgeInSeconds * 1_000;
  const first = schedule.nextAt ?? now;
  let at: number | null = first;
  if (first < oldest) {
    at = dueAfter(definition, oldest - 1, createdAt);
    targets.report(
      `schedule ${schedule.name}: what was due from ${new Date(first).toISOString()} is too old by now`,
    );
    await sendDeadLetter(definition.Target, first, targets);
  }
  const times: { scheduledAt: number; tryAt: number }[] = [];
  while (at !== null && at <= now && times.length < mostMissed) {
    times.push({ scheduledAt: at, tryAt: at + windowOf(schedule) });
    at = dueAfter(definition, at, createdAt);
  }
  schedules.invokeLater(schedule, times, at);
  if (at === null && times.length === 0 && ActionAfterCompletion === "DELETE") schedules.remove(schedule);
}

/** Somewhere in its window, as the service does. */
function windowOf({ definition: { FlexibleTimeWindow: window } }: StoredSchedule): number {
  return window.Mode === "OFF" ? 0 : Math.floor(Math.random() * window.MaximumWindowInMinutes * 60_000);
}

type Means = Omit<Taking, "now"> & DueOptions;

async function invoke(invocation: Invocation, means: Means, isClosed: () => boolean): Promise<void> {
  const { schedules, targets, clock } = means;
  const { Target: target, ActionAfterCompletion } = invocation.definition;
  const failed = await failureOf(invocation, means);
  if (isClosed()) return;
  if (failed) {
    const age = clock().getTime() - invocation.scheduledAt;
    const { MaximumEventAgeInSeconds, MaximumRetryAttempts } = target.RetryPolicy;
    if (invocation.attempts < MaximumRetryAttempts && age < MaximumEventAgeInSeconds * 1_000) {
      const pause = Math.min(
        firstPauseMilliseconds * 2 ** Math.min(invocation.attempts, 10),
        mostPauseMilliseconds,
      );
      schedules.tryAgain(invocation, clock().getTime() + Math.round(pause * (0.5 + Math.random() / 2)));
      return;
    }
    targets.report(`schedule ${invocation.name}: its target failed ${invocation.attempts + 1} times`);
    await sendDeadLetter(target, invocation.scheduledAt, targets, inputOf(invocation, means));
  }
  schedules.forget(invocation);
  const schedule = schedules.find(invocation);
  const isOver =
    schedule?.nextAt === null && schedule.definition.State === "ENABLED" && !schedules.hasWaiting(invocation);
  if (isOver && ActionAfterCompletion === "DELETE") schedules.remove(invocation);
}

async function failureOf(invocation: Invocation, means: Means): Promise<boolean> {
  const { Target: target } = invocation.definition;
  const functionName = target.Arn.slice(target.Arn.lastIndexOf(":") + 1);
  try {
    const { failed } = await means.targets.invoke(
      functionName,
      JSON.parse(inputOf(invocation, means)),
      target.RoleArn,
    );
    return failed;
  } catch {
    return true;
  }
}

/** The service's own words in an input stand for what is known of the invocation. */
function inputOf(
  { definition, groupName, name, scheduledAt, attempts, id }: Invocation,
  { arnPrefix }: DueOptions,
): string {
  const known: Readonly<Record<string, string>> = {
    "scheduled-time": new Date(scheduledAt).toISOString().replace(".000Z", "Z"),
    "schedule-arn": `${arnPrefix}:schedule/${groupName}/${name}`,
    "execution-id": `${id}-${randomUUID()}`,
    "attempt-number": String(attempts + 1),
  };
  return definition.Target.Input.replace(
    /<aws\.scheduler\.([a-z-]+)>/g,
    (whole, word: string) => known[word] ?? whole,
  );
}

async function sendDeadLetter(
  { DeadLetterConfig: letters, Input }: Invocation["definition"]["Target"],
  scheduledAt: number,
  { sendDeadLetter: send, report }: ScheduleTargets,
  input = Input,
): Promise<void> {
  if (letters === undefined) return;
  await send(letters.Arn, input).catch((error: unknown) =>
    report(`the dead letter of ${new Date(scheduledAt).toISOString()} was not sent: ${error}`),
  );
}
