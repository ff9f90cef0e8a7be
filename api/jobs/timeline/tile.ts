import type { TimelineKind } from "#shared/contracts/api/timeline.ts";

/** Milliseconds since 1970, whole. */
export interface Span {
  readonly kind: TimelineKind;
  readonly from: number;
  readonly to: number;
  readonly step?: number | undefined;
}

/**
 * The time from `from` to `to` without gap or overlap: spans in the order of their beginnings, each as far as none before it covers it,
 * and uncovered time as orchestration. So the parts add up to the whole, whatever the clocks showed.
 */
export function tile(spans: readonly Span[], from: number, to: number): readonly Span[] {
  const parts: Span[] = [];
  let at = from;
  const add = (span: Span): void => {
    if (span.to > span.from) parts.push(span);
    at = Math.max(at, span.to);
  };
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const begins = Math.max(at, Math.min(span.from, to));
    const ends = Math.min(span.to, to);
    if (ends <= begins) continue;
    add({ kind: "orchestration", from: at, to: begins });
    add({ ...span, from: begins, to: ends });
  }
  add({ kind: "orchestration", from: at, to });
  return parts;
}

/** Time that is known to have been waited, but not when: taken out of the longest stretches of orchestration. */
export function withWaits(parts: readonly Span[], milliseconds: number): readonly Span[] {
  let left = Math.round(milliseconds);
  const longest = parts
    .filter(({ kind }) => kind === "orchestration")
    .toSorted((one, other) => other.to - other.from - (one.to - one.from));
  const waited = new Map<Span, number>();
  for (const part of longest) {
    const some = Math.min(left, part.to - part.from);
    if (some <= 0) break;
    waited.set(part, some);
    left -= some;
  }
  return parts.flatMap((part) => {
    const some = waited.get(part) ?? 0;
    const until = part.from + some;
    const wait: Span = { kind: "wait", from: part.from, to: until };
    return [wait, { ...part, from: until }].filter((one) => one.to > one.from);
  });
}
