import { invokedBy } from "../invoked-by.ts";
import type { RehearsedCloud } from "../rehearsed-cloud.ts";
import { matchesPattern } from "./match-event-pattern.ts";

interface Delivery {
  readonly targetArn: string;
  readonly failed: boolean;
  readonly payload: string;
}

/** EventBridge over the rules of the templates: calls their targets, each as its function's permission allows. */
export class EventBus {
  /** What came of the events that a rule took. */
  readonly deliveries: Promise<Delivery>[] = [];
  readonly #cloud: () => RehearsedCloud;

  constructor(cloud: () => RehearsedCloud) {
    this.#cloud = cloud;
  }

  put(event: unknown): void {
    const cloud = this.#cloud();
    for (const { arn, targetArn, pattern } of cloud.rules)
      if (pattern !== undefined && matchesPattern(pattern, event))
        this.deliveries.push(deliver(cloud, arn, targetArn, event));
  }

  /** Calls what has a schedule, once. */
  runSchedules(): Promise<readonly Delivery[]> {
    const cloud = this.#cloud();
    return Promise.all(
      cloud.rules
        .filter(({ schedule }) => schedule !== undefined)
        .map(({ arn, targetArn, input = {} }) => deliver(cloud, arn, targetArn, input)),
    );
  }
}

/** Not tried again: a rehearsal wants the first failure told. */
async function deliver(
  cloud: RehearsedCloud,
  ruleArn: string,
  targetArn: string,
  event: unknown,
): Promise<Delivery> {
  try {
    return { targetArn, ...(await invokedBy(cloud, targetArn, "events.amazonaws.com", ruleArn, event)) };
  } catch (error) {
    return { targetArn, failed: true, payload: String(error) };
  }
}
