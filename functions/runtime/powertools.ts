import { Logger } from "@aws-lambda-powertools/logger";
import { Metrics } from "@aws-lambda-powertools/metrics";
import type { MetricSink } from "#agent/environment/metric-sink.ts";
import type { RuntimeLogger } from "#agent/environment/runtime-logger.ts";
import { type MetricName, metricNamespace, metrics } from "#shared/contracts/farm/metrics.ts";

/** JSON lines as CloudWatch reads them; `POWERTOOLS_LOG_LEVEL` sets the level. */
export function powertoolsLogger(serviceName: string): RuntimeLogger {
  const logger = new Logger({ serviceName });
  return {
    debug: (message, fields = {}) => logger.debug(message, { ...fields }),
    info: (message, fields = {}) => logger.info(message, { ...fields }),
    warn: (message, fields = {}) => logger.warn(message, { ...fields }),
    error: (message, fields = {}) => logger.error(message, { ...fields }),
  };
}

/** In the embedded metric format. Its own sink for each call: Powertools' buffer is shared by what runs at once. */
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

/** For a process that hosts the functions itself: nothing reads metrics from its log, so they appear only at the most detailed level. */
export const loggedMetrics = (logger: RuntimeLogger): MetricSink => ({
  tell: (values, pool) => logger.debug("metrics", { ...values, ...(pool === undefined ? {} : { pool }) }),
});
