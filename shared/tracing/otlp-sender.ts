import { type HrTime, SpanKind, SpanStatusCode, TraceFlags } from "@opentelemetry/api";
import { OTLPTraceExporter as JsonExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter } from "@opentelemetry/sdk-trace";
import { spanAttributes } from "../contracts/farm/span-attributes.ts";
import type { SpanPlace, SpanRecord } from "../contracts/farm/span-record.ts";
import type { TracingSettings } from "./tracing-settings.ts";

export interface SpanSender {
  send(span: SpanRecord): void;
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface SenderParts {
  /** How many spans wait at most. */
  readonly most: number;
  readonly settled: (end: "sent" | "failed", spans: number, problem?: string) => void;
}

const betweenBundlesMilliseconds = 1_000;
const mostInBundle = 512;

/** Speaks OTLP over HTTP with OpenTelemetry's own packages. Loaded only where traces are on. */
export function openSender(settings: TracingSettings, { most, settled }: SenderParts): SpanSender {
  const { url, headers, timeoutMilliseconds, serviceName } = settings;
  const Exporter = settings.protocol === "http/json" ? JsonExporter : ProtobufExporter;
  const exporter: SpanExporter = new Exporter({
    url,
    headers: { ...headers },
    timeoutMillis: timeoutMilliseconds,
  });
  const counted: SpanExporter = {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        // ExportResultCode.SUCCESS
        if (result.code === 0) settled("sent", spans.length);
        else settled("failed", spans.length, result.error?.message ?? "");
        done(result);
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
  const processor = new BatchSpanProcessor({
    exporter: counted,
    maxQueueSize: most,
    maxExportBatchSize: mostInBundle,
    scheduledDelayMillis: betweenBundlesMilliseconds,
    exportTimeoutMillis: timeoutMilliseconds + 1_000,
  });
  const resource = resourceFromAttributes({ ...settings.resource, "service.name": serviceName });
  return {
    send: (span) => processor.onEnd(readable(span, resource)),
    flush: () => processor.forceFlush(),
    close: () => processor.shutdown(),
  };
}

const kinds = {
  internal: SpanKind.INTERNAL,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const satisfies Record<SpanRecord["kind"], SpanKind>;

const contextOf = ({ traceId, spanId }: SpanPlace) => ({ traceId, spanId, traceFlags: TraceFlags.SAMPLED });

/** A span that was made elsewhere and is over, as the exporters read it. */
function readable(span: SpanRecord, resource: ReadableSpan["resource"]): ReadableSpan {
  const { traceId, parentSpanId, errorType, links = [] } = span;
  const endedAt = Math.max(span.startedAt, span.endedAt);
  return {
    name: span.name,
    kind: kinds[span.kind],
    spanContext: () => contextOf(span),
    ...(parentSpanId === undefined
      ? {}
      : { parentSpanContext: { ...contextOf({ traceId, spanId: parentSpanId }), isRemote: true } }),
    startTime: timeOf(span.startedAt),
    endTime: timeOf(endedAt),
    duration: timeOf(endedAt - span.startedAt),
    status: { code: errorType === undefined ? SpanStatusCode.UNSET : SpanStatusCode.ERROR },
    attributes: {
      ...Object.fromEntries(
        Object.entries(span.attributes).map(([name, value]) => [
          name,
          typeof value === "object" ? [...value] : value,
        ]),
      ),
      ...(errorType === undefined ? {} : { [spanAttributes.errorType]: errorType }),
    },
    links: links.map((place) => ({ context: contextOf(place) })),
    events: [],
    ended: true,
    resource,
    instrumentationScope: { name: "drover" },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

/** Seconds and nanoseconds. */
const timeOf = (milliseconds: number): HrTime => {
  const seconds = Math.floor(milliseconds / 1_000);
  return [seconds, Math.round((milliseconds - seconds * 1_000) * 1e6)];
};
