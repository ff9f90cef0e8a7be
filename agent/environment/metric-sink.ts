import type { MetricName } from "#shared/contracts/farm/metrics.ts";

/** Where metrics go. Each call is one line of the log, which CloudWatch makes metrics of; nobody waits for it. */
export interface MetricSink {
  /** `pool`: `poolDimension`'s text; absent for what is told of the stage alone. */
  tell(values: Readonly<Partial<Record<MetricName, number>>>, pool?: string): void;
}
