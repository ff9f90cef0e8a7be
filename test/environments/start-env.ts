import { onTestFinished } from "vitest";
import type { SentLine } from "#cli/tasks/expand-tasks.ts";
import type { EnvDeviceSource } from "#environments/devices/env-device.ts";
import { PhoneSource } from "#environments/devices/phone-source.ts";
import { EnvTasks } from "#environments/env-tasks.ts";
import { type EnvServerOptions, serveEnv } from "#environments/serve-env.ts";
import type { EnvObservation } from "#shared/contracts/env/env-messages.ts";
import { type EpisodeRecord, RubricWeights } from "#shared/contracts/env/rubric.ts";

/** Two tasks, one of them with a weight on each half. */
export const lines: readonly SentLine[] = [
  {
    taskId: "bluetooth",
    request: {
      task: "Turn on Bluetooth.",
      validators: [{ kind: "setting", namespace: "global", key: "bluetooth_on", equals: "1" }],
    },
  },
  {
    taskId: "two-switches",
    request: {
      task: "Turn on Bluetooth and turn off Wi-Fi.",
      validators: [
        { kind: "setting", namespace: "global", key: "bluetooth_on", equals: "1", weight: 3 },
        { kind: "setting", namespace: "global", key: "wifi_on", equals: "0" },
      ],
      limits: { maxSteps: 8 },
    },
  },
];

export interface StartedEnv {
  readonly url: string;
  readonly records: EpisodeRecord[];
}

/** A server of the product's, which ends with the test. */
export async function startEnv({
  tasks = lines,
  source,
  ...options
}: Partial<Omit<EnvServerOptions, "tasks" | "source">> & {
  readonly tasks?: readonly SentLine[];
  readonly source?: EnvDeviceSource;
} = {}): Promise<StartedEnv> {
  const records: EpisodeRecord[] = [];
  const server = await serveEnv({
    source: source ?? (await PhoneSource.create()),
    tasks: new EnvTasks(tasks),
    weights: RubricWeights.parse({}),
    mostSessions: 8,
    idleSeconds: 600,
    port: 0,
    token: null,
    version: "0",
    log: (record) => records.push(record),
    ...options,
  });
  onTestFinished(() => server.close());
  return { url: server.url, records };
}

/** The number of the first element whose line has these words. */
export function elementWith({ elementText }: Pick<EnvObservation, "elementText">, words: string): number {
  const line = elementText.split("\n").find((one) => one.includes(words));
  if (line === undefined) throw new Error(`no element has '${words}': ${elementText}`);
  return Number(/\[(\d+)\]/.exec(line)?.[1]);
}

/** What turns Bluetooth on, tap by tap, after Settings was opened. */
export const bluetoothTaps = ["Connected devices", "Connection preferences", '"Bluetooth', "Use Bluetooth"];

// biome-ignore lint/suspicious/noExplicitAny: what a server answers, before anything has looked at it
export const jsonOf = async (answer: Response): Promise<any> => answer.json();
