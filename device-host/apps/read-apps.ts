import type { AppFacts } from "#shared/contracts/device/device-facts.ts";

/** A device's apps as they were a moment ago. */
export interface ReadApps {
  /** Monotonic milliseconds. */
  readonly readAt: number;
  /** In which the labels are. */
  readonly locale: string;
  readonly apps: readonly AppFacts[];
}
