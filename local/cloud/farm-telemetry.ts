import { Counter, Gauge, Registry } from "prom-client";
import type { MetricSink } from "#agent/environment/metric-sink.ts";
import { type MetricName, metrics } from "#shared/contracts/farm/metrics.ts";
import {
  farmDegraded,
  processCounters,
  prometheusName,
  prometheusType,
} from "#shared/contracts/farm/prometheus-metrics.ts";
import type { TracingConfig } from "#shared/contracts/farm/tracing-config.ts";
import type { WireResponse } from "#shared/http/wire.ts";
import { openTracing, type Tracing, type TracingParts } from "#shared/tracing/tracing.ts";
import { readTracingSettings } from "#shared/tracing/tracing-settings.ts";
import { tracingVariables } from "#shared/tracing/tracing-variables.ts";
import type { WebPage } from "../console/console-page.ts";
import type { FarmCondition } from "./farm-condition.ts";

export interface FarmTelemetry {
  readonly tracing: Tracing;
  readonly metrics: MetricSink;
  /** The page with /metrics beside it. */
  beside(page: WebPage): WebPage;
  close(): Promise<void>;
}

/** Users create pools: those beyond this number are reported together. */
const mostPools = 200;
const names = Object.keys(metrics) as MetricName[];

/**
 * The farm's traces, and its metrics for Prometheus where CloudWatch has them in AWS.
 * @throws ConfigurationInvalid for OpenTelemetry's variables
 */
export function openFarmTelemetry(
  config: TracingConfig,
  environment: Readonly<Record<string, string | undefined>>,
  logger: TracingParts["logger"],
  condition: Pick<FarmCondition, "problem">,
): FarmTelemetry {
  const settings = readTracingSettings(tracingVariables(config, environment));
  const registry = new Registry();
  const spans = counter(registry, "drover_trace_spans_total", processCounters.drover_trace_spans_total);
  new Gauge({
    ...farmDegraded,
    registers: [registry],
    async collect() {
      this.set((await condition.problem()) === null ? 0 : 1);
    },
  });
  const tracing = openTracing(settings, { logger, count: (result, count) => spans.inc({ result }, count) });
  const text = async (): Promise<WireResponse> => ({
    status: 200,
    headers: { "content-type": prometheusType, "cache-control": "no-store" },
    body: await registry.metrics(),
  });
  return {
    tracing,
    metrics: prometheusSink(registry),
    beside: (page) => ({
      takes: (head) => isMetrics(head) || page.takes(head),
      answer: (head) => (isMetrics(head) ? text() : page.answer(head)),
    }),
    close: () => tracing.close(),
  };
}

const isMetrics = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  method === "GET" && path === "/metrics";

const counter = (
  registry: Registry,
  name: string,
  { help, labels }: { readonly help: string; readonly labels: readonly string[] },
) => new Counter({ name, help, labelNames: [...labels], registers: [registry] });

/** @internal For tests. */
export function prometheusSink(registry: Registry): MetricSink {
  const series = new Map(
    names.map((name) => {
      const { kind, of, meaning: help } = metrics[name];
      const options = {
        name: prometheusName(name),
        help,
        labelNames: of === "pool" ? ["pool"] : [],
        registers: [registry],
      };
      return [name, kind === "sum" ? new Counter(options) : new Gauge(options)];
    }),
  );
  const pools = new Set<string>();
  const labelOf = (pool: string): string => {
    if (pools.size < mostPools) pools.add(pool);
    return pools.has(pool) ? pool : "other";
  };
  return {
    tell(values, pool) {
      const labels = pool === undefined ? {} : { pool: labelOf(pool) };
      for (const [name, value] of Object.entries(values) as [MetricName, number][]) {
        const one = series.get(name);
        if (one instanceof Gauge) one.set(metrics[name].of === "pool" ? labels : {}, value);
        else one?.inc(metrics[name].of === "pool" ? labels : {}, value);
      }
    },
  };
}
