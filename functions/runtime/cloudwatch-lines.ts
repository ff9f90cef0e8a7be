import type { MetricSink } from "#agent/environment/metric-sink.ts";
import type { Environment } from "#agent/environment/runtime-environment.ts";
import type { RuntimeLogger } from "#agent/environment/runtime-logger.ts";
import { type MetricName, metricNamespace, metrics } from "#shared/contracts/farm/metrics.ts";

const print = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

const levels: readonly string[] = ["DEBUG", "INFO", "WARN", "ERROR"];

/** JSON lines as CloudWatch reads them, from the level on that Lambda is set to. */
export function cloudwatchLogger(service: string, environment: Environment): RuntimeLogger {
  const least = levels.indexOf(environment.AWS_LAMBDA_LOG_LEVEL ?? "INFO");
  const lineOf = (level: number, message: string, fields: Readonly<Record<string, unknown>> = {}): void => {
    if (level < least) return;
    // Lambda sets it anew for each call.
    const xray_trace_id = /Root=([^;]+)/.exec(environment._X_AMZN_TRACE_ID ?? "")?.[1];
    const timestamp = new Date().toISOString();
    print({ ...fields, level: levels[level], message, timestamp, service, xray_trace_id });
  };
  return {
    debug: (message, fields) => lineOf(0, message, fields),
    info: (message, fields) => lineOf(1, message, fields),
    warn: (message, fields) => lineOf(2, message, fields),
    error: (message, fields) => lineOf(3, message, fields),
  };
}

/**
 * In the embedded metric format, from which CloudWatch makes metrics of a log's lines:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export const cloudwatchMetrics = (stage: string): MetricSink => ({
  tell(values, pool) {
    const names = Object.keys(values) as MetricName[];
    const metric = {
      Namespace: metricNamespace,
      Dimensions: [["stage"], ...(pool === undefined ? [] : [["stage", "pool"]])],
      Metrics: names.map((name) => ({ Name: name, Unit: metrics[name].unit })),
    };
    print({ _aws: { Timestamp: Date.now(), CloudWatchMetrics: [metric] }, stage, pool, ...values });
  },
});

/** For a process that hosts the functions itself: nothing reads metrics from its log, so they appear only at the most detailed level. */
export const loggedMetrics = (logger: RuntimeLogger): MetricSink => ({
  tell: (values, pool) => logger.debug("metrics", { ...values, ...(pool === undefined ? {} : { pool }) }),
});
