import type { SpanPlace } from "../contracts/farm/span-record.ts";

export interface TraceContext extends SpanPlace {
  readonly sampled: boolean;
}

/** W3C Trace Context: version, trace, parent, flags; a later version may say more behind that. */
const pattern = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Null when it is none: such a header is passed over, as the standard wants it. */
export function readTraceparent(text: string | undefined): TraceContext | null {
  if (text === undefined || text.length > 256) return null;
  const [, version, traceId, spanId, flags = "", more] = pattern.exec(text.trim()) ?? [];
  if (traceId === undefined || spanId === undefined) return null;
  if (version === "00" && more !== undefined) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export const traceparentOf = ({ traceId, spanId, sampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${sampled ? "01" : "00"}`;
