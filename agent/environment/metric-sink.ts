import { Metrics } from "@aws-lambda-powertools/metrics";
import { type MetricName, metricNamespace, metrics } from "#shared/contracts/farm/metrics.ts";
import type { RuntimeLogger } from "./runtime-logger.ts";

/** Where metrics go. Each call is one line of the log, which CloudWatch makes metrics of; nobody waits for it. */
export interface MetricSink {
  /** `pool`: `poolDimension`'s text; absent for what is told of the stage alone. */
  tell(values: Readonly<Partial<Record<MetricName, number>>>, pool?: string): void;
}

/** In the embedded metric format. A sink of its own for each call: Powertools' buffer is shared by what runs at once. */
export const powertoolsMetrics = (stage: string): MetricSink => ({
  tell(values, pool) {
    const sink = new Metrics({ namespace: metricNamespace });
    // Powertools would tell them apart by its service's name too, which is always the same.
    sink.clearDefaultDimensions();
    sink.addDimensions({ stage });
    if (pool !== undefined) sink.addDimensions({ stage, pool });
    for (const [name, value] of Object.entries(values) as [MetricName, number][])
      sink.addMetric(name, metrics[name].unit, value);
    sink.publishStoredMetrics();
  },
});

/** For a process that hosts the functions itself: nobody makes metrics of its log, which says them when it says all. */
export const loggedMetrics = (logger: RuntimeLogger): MetricSink => ({
  tell: (values, pool) => logger.debug("metrics", { ...values, ...(pool === undefined ? {} : { pool }) }),
});
