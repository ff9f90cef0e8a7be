import type * as z from "zod";
import type { PlannedWork } from "#simulation/farm/workload.ts";
import type { Scenario } from "#simulation/scenario.ts";

export interface ScenarioCase extends Partial<z.input<typeof Scenario>> {
  readonly work: PlannedWork[];
  readonly devices: number;
  /** How many jobs ended how: `<outcome> <endReason>`. Both ways must agree with it. */
  readonly expected: Readonly<Record<string, number>>;
}

const bluetooth = { kind: "setting", namespace: "global", key: "bluetooth_on", equals: "1" } as const;
/** As `drover simulate` asks: a simulation is to see the end of what waits. */
const limits = { queueSeconds: 3_600, waitSeconds: 1_800 };

const job = (task: string, more: object = {}, at = 0): PlannedWork => ({
  ...{ kind: "tasks", at: at * 1_000, tenant: 0, key: `${task} at ${at}`.replaceAll(" ", "-") },
  request: { task, validators: [bluetooth], limits, ...more },
});
const long = (minutes = 30): string => `Turn on Bluetooth, then set an alarm for 7:${minutes}`;
const press = (times: number, more: object = {}, at = 0): PlannedWork =>
  job(`Press the button ${times} times`, { validators: [], ...more }, at);

const question = (questions: object, answer: { text: string; after: number } | null): PlannedWork => ({
  ...{ kind: "questions", at: 0, tenant: 0, key: "question" },
  request: {
    ...{ task: "Ask me whether I am there, then press the button 3 times", validators: [], limits },
    ...{ questions: { timeoutMinutes: 2, ...questions } },
  } as never,
  answer: answer === null ? null : { text: answer.text, afterMilliseconds: answer.after * 1_000 },
});

const session = (isEnded: boolean, more: object = {}): PlannedWork => ({
  ...{ kind: "sessions", at: 0, tenant: 0, key: "session" },
  session: {
    ...{ instruction: "Press the button", turns: 3, pauseMilliseconds: 5_000, isEnded },
    ...{ request: { idleTimeoutSeconds: 60, hardTimeoutSeconds: 600 }, ...more },
  },
});

const one = { devices: 1 };
const oneNull = { devices: 1, deviceProfile: 1_000 };
const succeeded = (count = 1) => ({ "succeeded claimed": count });

/** What happens to a farm and what comes of it. An end-to-end test of the same takes its jobs and its expectation from here. */
export const scenarios = {
  "[fault D6] a host dies in mid-job and starts again": {
    ...one,
    work: [job(long())],
    faults: [{ fault: "hostDies", at: { steps: 6 }, seconds: 2 }],
    expected: succeeded(),
  },
  "[fault A21] every part dies in mid-job and starts again": {
    devices: 2,
    // What a job needs on one device, and a few more: not what it needs together with what the kill took from it.
    work: Array.from({ length: 3 }, (_, at) => job(long(30 + at), { limits: { ...limits, maxSteps: 16 } })),
    faults: [{ fault: "farmDies", at: { steps: 8 }, seconds: 5 }],
    expected: succeeded(3),
  },
  "[fault A9] the model and the phone are away in mid-job": {
    ...one,
    work: [job(long(10), { allowAlreadySatisfied: true })],
    faults: [
      { fault: "modelBroken", at: { steps: 2 }, seconds: 5 },
      { fault: "unplugged", at: { steps: 2 }, seconds: 10 },
    ],
    expected: succeeded(),
  },
  "[fault D16] many tasks wait for few devices": {
    devices: 2,
    deviceProfile: 3_500,
    work: [
      {
        ...{ kind: "batches", at: 0, tenant: 0, key: "queue", concurrency: 16 },
        // Each may work for so long, and the last waits longer than that.
        requests: Array(16).fill({
          ...{ task: "Press the button", validators: [], limits: { ...limits, timeoutSeconds: 20 } },
        }),
      },
    ],
    expected: succeeded(16),
  },
  "[fault A22] clocks are set an hour forward in mid-job": {
    ...oneNull,
    devices: 2,
    work: [press(9), press(8)],
    faults: [{ fault: "clocksSet", at: { steps: 4 }, seconds: 3_600 }],
    expected: succeeded(2),
  },
  "[fault A22] clocks are set back in mid-job": {
    ...oneNull,
    devices: 2,
    work: [press(9), press(8)],
    faults: [{ fault: "clocksSet", at: { steps: 4 }, seconds: -3_240 }],
    expected: succeeded(2),
  },
  "[fault A22] the farm is down for an hour in mid-job": {
    ...oneNull,
    devices: 2,
    work: [press(9), press(8)],
    faults: [{ fault: "farmDies", at: { steps: 4 }, seconds: 3_600 }],
    expected: succeeded(2),
  },
  "a host is cut off for longer than its lease": {
    ...oneNull,
    work: [press(9)],
    faults: [{ fault: "cutOff", at: { steps: 4 }, seconds: 300 }],
    expected: succeeded(),
  },
  "a host dies for long, and another one takes its job": {
    ...oneNull,
    devices: 2,
    hosts: 2,
    work: [press(9), press(8)],
    faults: [{ fault: "hostDies", at: { steps: 4 }, seconds: 1_200 }],
    expected: succeeded(2),
  },
  "a host loses power in mid-job": {
    ...one,
    work: [job(long())],
    // Its lease runs out, and another attempt finds the device as a clean one only if the journal knows how that was.
    faults: [{ fault: "powerCut", at: { steps: 7 }, seconds: 100 }],
    expected: succeeded(),
  },
  "a host's disk is full for two minutes": {
    ...oneNull,
    work: [press(5), press(4, {}, 60)],
    faults: [{ fault: "diskFull", at: { seconds: 45 }, seconds: 120 }],
    expected: succeeded(2),
  },
  "the cloud dies in mid-job and starts again": {
    ...oneNull,
    work: [press(9)],
    faults: [{ fault: "cloudDies", at: { steps: 4 }, seconds: 20 }],
    expected: succeeded(),
  },
  "the model is overloaded for ten minutes": {
    ...oneNull,
    work: [press(9)],
    faults: [{ fault: "modelOverloaded", at: { steps: 3 }, seconds: 600 }],
    expected: succeeded(),
  },
  "the model does not answer for two minutes": {
    ...oneNull,
    work: [press(9)],
    faults: [{ fault: "modelSilent", at: { steps: 3 }, seconds: 120 }],
    expected: succeeded(),
  },
  "a phone is frozen for a minute": {
    ...one,
    work: [job(long())],
    faults: [{ fault: "frozen", at: { steps: 5 }, seconds: 60 }],
    expected: succeeded(),
  },
  "a phone is unplugged for two minutes": {
    ...one,
    work: [job(long())],
    faults: [{ fault: "unplugged", at: { steps: 5 }, seconds: 120 }],
    expected: succeeded(),
  },
  "an app cannot be cleared for three minutes": {
    ...one,
    work: [job(long()), job("Turn on Bluetooth", {}, 10)],
    faults: [{ fault: "unclearable", at: { steps: 5 }, seconds: 180 }],
    expected: succeeded(2),
  },
  "a running job is cancelled": {
    ...oneNull,
    work: [press(20), press(3, {}, 10)],
    faults: [{ fault: "cancelled", at: { steps: 3 } }],
    expected: { "cancelled cancelled": 1, "succeeded claimed": 1 },
  },
  "a running job is paused and goes on": {
    ...oneNull,
    work: [press(9)],
    faults: [{ fault: "paused", at: { steps: 3 }, seconds: 90 }],
    expected: succeeded(),
  },
  "everything is stopped, and taken again later": {
    ...oneNull,
    work: [press(9), press(3, {}, 60)],
    faults: [{ fault: "stopped", at: { steps: 3 }, seconds: 90 }],
    expected: { "cancelled cancelled": 1, "succeeded claimed": 1 },
  },
  "a host is drained in mid-job": {
    ...oneNull,
    work: [press(9)],
    faults: [{ fault: "drained", at: { steps: 3 } }],
    expected: succeeded(),
  },
  "a question is answered after every part died": {
    ...oneNull,
    work: [question({}, { text: "Yes", after: 60 })],
    faults: [{ fault: "farmDies", at: { steps: 1 }, seconds: 20 }],
    expected: succeeded(),
  },
  "a question is answered on another device, while a job has the first one": {
    ...oneNull,
    work: [question({ device: "release" }, { text: "Yes", after: 90 }), press(9, {}, 15)],
    expected: succeeded(2),
  },
  "nobody answers a question": {
    ...oneNull,
    work: [question({ defaultAnswer: "As you like" }, null)],
    expected: succeeded(),
  },
  "a session is left alone": {
    ...oneNull,
    work: [session(false), press(3, {}, 20)],
    expected: { "cancelled idle": 1, "succeeded claimed": 1 },
  },
  "a session outlives its host's death, and is ended": {
    ...oneNull,
    // Enough that it has a device again when it is ended, however long its host takes to come back.
    work: [session(true, { turns: 8 })],
    faults: [{ fault: "hostDies", at: { steps: 2 }, seconds: 5 }],
    expected: { "cancelled cancelled": 1 },
  },
} as const satisfies Record<string, ScenarioCase>;
export type ScenarioName = keyof typeof scenarios;

export const requestsOf = (name: ScenarioName): readonly object[] =>
  (scenarios[name].work as readonly PlannedWork[]).flatMap((one) => ("request" in one ? [one.request] : []));

/** How many jobs ended how, as the table says it. */
export function endsOf(
  jobs: readonly { readonly outcome?: string | undefined; readonly endReason?: string | undefined }[],
): Record<string, number> {
  const ends: Record<string, number> = {};
  for (const { outcome, endReason } of jobs) {
    const end = `${outcome} ${endReason}`;
    ends[end] = (ends[end] ?? 0) + 1;
  }
  return ends;
}
