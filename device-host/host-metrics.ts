import { Counter, Gauge, Registry } from "prom-client";
import {
  hostDevices,
  type ProcessCounter,
  processCounters,
} from "#shared/contracts/farm/prometheus-metrics.ts";

type Labels = Readonly<Record<string, string>>;

/** Counters of one daemon, for Prometheus. */
export class HostMetrics {
  readonly #registry = new Registry();
  readonly #counters = new Map<ProcessCounter, Counter>();
  readonly #devices = new Gauge({
    name: hostDevices.name,
    help: hostDevices.help,
    labelNames: [...hostDevices.labels],
    registers: [this.#registry],
  });

  count(name: ProcessCounter, labels: Labels = {}, amount = 1): void {
    const counter = this.#counters.get(name) ?? this.#made(name);
    counter.inc({ ...labels }, amount);
  }

  /** Computed on each request: `states` are the current states of its devices. */
  text(states: readonly string[]): Promise<string> {
    this.#devices.reset();
    for (const state of states) this.#devices.inc({ state });
    return this.#registry.metrics();
  }

  #made(name: ProcessCounter): Counter {
    const { help, labels } = processCounters[name];
    const counter = new Counter({ name, help, labelNames: [...labels], registers: [this.#registry] });
    this.#counters.set(name, counter);
    return counter;
  }
}
