import { Duration } from "aws-cdk-lib";
import { MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import { type MetricName, metricNamespace } from "#shared/contracts/farm/metrics.ts";
import type { Stage } from "#shared/contracts/values/stage.ts";

/** One of Drover's own metrics, of all pools of a stage together. */
export const droverMetric = (
  stage: Stage,
  metricName: MetricName,
  statistic: "Sum" | "Maximum",
  period = Duration.minutes(5),
): Metric =>
  new Metric({ namespace: metricNamespace, metricName, dimensionsMap: { stage }, statistic, period });

/** The same of each pool, those that come later too. */
export const byPool = (stage: Stage, metricName: MetricName): MathExpression =>
  new MathExpression({
    expression: `SEARCH('{${metricNamespace},stage,pool} MetricName="${metricName}" stage="${stage}"', 'Maximum', 60)`,
    label: metricName,
    usingMetrics: {},
    period: Duration.minutes(1),
  });

/** An alarm takes ten metrics in a formula at most. */
export const mostInFormula = 10;

/** What several metrics come to together. */
export const totalOf = (metrics: readonly Metric[], label: string): MathExpression =>
  new MathExpression({
    expression: "SUM(METRICS())",
    label,
    usingMetrics: Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric])),
    period: Duration.minutes(5),
  });
