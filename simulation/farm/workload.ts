import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import type { SeededRandom } from "../world/seeded-random.ts";

export interface PlannedJob {
  /** Milliseconds after the farm has started. */
  readonly at: number;
  /** The number of its tenant. */
  readonly tenant: number;
  /** Of its submission: tenants know nothing of each other's. */
  readonly key: string;
  readonly request: Pick<JobRequest, "task" | "validators"> & { readonly limits: object };
}

type Check = JobRequest["validators"][number];
type Namespace = "global" | "system" | "secure";

const isSet = (namespace: Namespace, key: string, equals: string): Check => ({
  kind: "setting",
  namespace,
  key,
  equals,
});

/** What the practice model does without fail, with a check that only the right end passes. */
const makers: readonly ((random: SeededRandom) => Pick<JobRequest, "task" | "validators">)[] = [
  () => ({ task: "Turn on Bluetooth", validators: [isSet("global", "bluetooth_on", "1")] }),
  () => ({ task: "Turn off Wi-Fi", validators: [isSet("global", "wifi_on", "0")] }),
  () => ({ task: "Turn on airplane mode", validators: [isSet("global", "airplane_mode_on", "1")] }),
  (random) => {
    const minutes = random.between(10, 55);
    return {
      task: `Turn on Bluetooth, then set an alarm for 7:${minutes}`,
      validators: [isSet("global", "bluetooth_on", "1")],
    };
  },
];

/** What a null device can do. */
const nullMakers: typeof makers = [
  (random) => ({ task: `Press the button ${random.between(1, 9)} times`, validators: [] }),
];

/** Short enough that a simulation sees the end of whatever waits. */
const limits = { maxSteps: 40, queueSeconds: 3_600, waitSeconds: 1_200 };

interface WorkloadSize {
  readonly jobs: number;
  readonly devices: number;
  readonly tenants: number;
  readonly isNull: boolean;
}

/** Jobs that come in over a while, as many as the devices can take. */
export function planJobs(random: SeededRandom, size: WorkloadSize): readonly PlannedJob[] {
  const secondsApart = 40 / size.devices;
  const counts = Array.from({ length: size.tenants }, () => 0);
  let at = 0;
  return Array.from({ length: size.jobs }, () => {
    at += random.next() * 2 * secondsApart * 1_000;
    const tenant = random.isOneIn(3) ? size.tenants - 1 : 0;
    const count = counts[tenant] ?? 0;
    counts[tenant] = count + 1;
    const asked = random.pick(size.isNull ? nullMakers : makers)(random);
    return { at, tenant, key: `job-${count}`, request: { ...asked, limits } };
  });
}
