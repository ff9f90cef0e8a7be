import type { SpanRecord } from "../contracts/farm/span-record.ts";
import type { SpanSender } from "./otlp-sender.ts";
import { isSampled } from "./sampling.ts";
import type { TracingSettings } from "./tracing-settings.ts";

export type SpanEnd = "sent" | "failed" | "dropped";

/** Where spans go. Nothing here ever throws or holds up who tells a span. */
export interface Tracing {
  /** False: whoever would make spans need not. */
  readonly isOn: boolean;
  /** Spans may hold prompts, replies and what devices show. */
  readonly content: boolean;
  /** Whether a trace that begins now is sent; `parent`: what its caller decided, null for none. */
  samples(traceId: string, parent: boolean | null): boolean;
  tell(span: SpanRecord): void;
  /** What was told is with the collector, or so much time has passed. A collector that did not answer lately is not waited for. */
  flush(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

export const tracingOff: Tracing = {
  isOn: false,
  content: false,
  samples: () => false,
  tell: () => undefined,
  flush: async () => undefined,
  close: async () => undefined,
};

export interface TracingParts {
  readonly logger: { warn(message: string, fields?: Readonly<Record<string, unknown>>): void };
  /** Headers that are secret, read with the first span. */
  readonly secretHeaders?: () => Promise<Readonly<Record<string, string>>>;
  /** Told of spans as they come to an end. */
  readonly count?: (end: SpanEnd, spans: number) => void;
}

/** Beyond so many that wait, the newest are lost. */
const mostWaiting = 2_048;
/** For so long after a failure nobody waits for the collector. */
const notWaitedForMilliseconds = 30_000;
const closingMilliseconds = 2_000;

/** Spans are sent in bundles once a second, from a bounded queue. OpenTelemetry's packages are loaded with the first of them. */
export function openTracing(settings: TracingSettings | null, parts: TracingParts): Tracing {
  if (settings === null) return tracingOff;
  const { logger, count = () => undefined } = parts;
  let waiting = 0;
  let failedAt = Number.NEGATIVE_INFINITY;
  let isAway = false;
  const settled = (end: "sent" | "failed", spans: number, problem = ""): void => {
    waiting -= spans;
    count(end, spans);
    if (end === "failed") failedAt = performance.now();
    // An outage is said once, however many spans it costs.
    if (end === "failed" && !isAway)
      logger.warn("traces cannot be sent", { url: placeOf(settings), problem });
    isAway = end === "failed";
  };
  const load = async (): Promise<SpanSender> => {
    const [{ openSender }, secret = {}] = await Promise.all([
      import("./otlp-sender.ts"),
      parts.secretHeaders?.(),
    ]);
    return openSender(
      { ...settings, headers: { ...settings.headers, ...secret } },
      { settled, most: mostWaiting },
    );
  };
  let sender: Promise<SpanSender | null> | undefined;
  const loaded = (): Promise<SpanSender | null> => {
    sender ??= load().catch((error: unknown) => {
      settled("failed", 0, String(error));
      return null;
    });
    return sender;
  };
  return {
    isOn: true,
    content: settings.content,
    samples: (traceId, parent) => isSampled(settings.sampler, traceId, parent),
    tell(span) {
      if (waiting >= mostWaiting) return count("dropped", 1);
      waiting += 1;
      void loaded().then((ready) => (ready === null ? settled("failed", 1) : ready.send(span)));
    },
    async flush(milliseconds) {
      if (waiting === 0 || performance.now() - failedAt < notWaitedForMilliseconds) return;
      await within(
        milliseconds,
        loaded().then((ready) => ready?.flush()),
      );
    },
    async close() {
      if (sender === undefined) return;
      await within(
        closingMilliseconds,
        sender.then((ready) => ready?.close()),
      );
    },
  };
}

/** Without what may be a key in it. */
const placeOf = ({ url }: TracingSettings): string => new URL(url).origin;

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, milliseconds);
  await Promise.race([work.catch(() => undefined), late.promise]);
  clearTimeout(timer);
}
