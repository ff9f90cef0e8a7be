import type { SpanAttribute } from "./span-attributes.ts";

type AttributeValue = string | number | boolean | readonly string[];
export type SpanAttributes = Readonly<Partial<Record<SpanAttribute, AttributeValue>>>;

/** A span's own ids. */
export interface SpanPlace {
  readonly traceId: string;
  readonly spanId: string;
}

/** A span that is over, as it is sent. */
export interface SpanRecord extends SpanPlace {
  /** Absent: the root of its trace. */
  readonly parentSpanId?: string;
  readonly name: string;
  /** `client`: asks somebody else; `consumer`: does what came in a queue. */
  readonly kind: "internal" | "client" | "consumer";
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: SpanAttributes;
  /** A code of the catalogue or an outcome, never a text that a device or a model wrote. Absent: it went as it should. */
  readonly errorType?: string;
  /** Of other traces. */
  readonly links?: readonly SpanPlace[];
}
