import type { HistoryEvent } from "@aws-sdk/client-sfn";

/** One line of a history for people. */
export interface HistoryRow {
  readonly id: string;
  /** Since the execution began: `+1.204 s`. */
  readonly at: string;
  readonly event: string;
  readonly state: string;
  /** For an event that ends something, how long that took; else empty. */
  readonly took: string;
  readonly detail: string;
}

type Details = Readonly<Record<string, unknown>>;

/** Walks a history in its order and says of each event which state it belongs to and how long what it ends has taken. */
export function historyRows(events: readonly HistoryEvent[]): readonly HistoryRow[] {
  const stateOf = new Map<number, string>();
  const enteredMs = new Map<string, number>();
  const times = new Map<number, number>();
  const startMs = events[0]?.timestamp?.getTime() ?? 0;
  return events.map((event) => {
    const { id = 0, previousEventId = 0, type = "" } = event;
    const atMs = event.timestamp?.getTime() ?? startMs;
    times.set(id, atMs);
    const details = detailsOf(event);
    const inherited = /^(Execution|MapState|MapIteration|Parallel)/.test(type)
      ? ""
      : stateOf.get(previousEventId);
    const state = typeof details.name === "string" ? details.name : (inherited ?? "");
    stateOf.set(id, state);
    if (type.endsWith("StateEntered")) enteredMs.set(state, atMs);
    return {
      id: String(id),
      at: `+${duration(atMs - startMs)}`,
      event: type,
      state,
      took: took(type, atMs, startMs, enteredMs.get(state), times.get(previousEventId)),
      detail: detail(details),
    };
  });
}

function took(
  type: string,
  atMs: number,
  startMs: number,
  enteredMs: number | undefined,
  previousMs: number | undefined,
): string {
  if (/^Execution(Succeeded|Failed|Aborted|TimedOut)$/.test(type)) return duration(atMs - startMs);
  if (type.endsWith("StateExited") && enteredMs !== undefined) return duration(atMs - enteredMs);
  if (
    /^(Task|LambdaFunction|Activity|MapRun)(Succeeded|Failed|TimedOut|Submitted)$/.test(type) &&
    previousMs !== undefined
  )
    return duration(atMs - previousMs);
  return "";
}

function detailsOf(event: HistoryEvent): Details {
  const member = Object.entries(event).find(
    ([name, value]) => name.endsWith("EventDetails") && value !== undefined,
  );
  return (member?.[1] ?? {}) as Details;
}

const SHOWN = [
  "error",
  "cause",
  "resource",
  "mapRunArn",
  "index",
  "length",
  "parameters",
  "input",
  "output",
] as const;

function detail(details: Details): string {
  const parts = SHOWN.filter((name) => details[name] !== undefined).map((name) => {
    const value = String(details[name]);
    return name === "resource" && details.resourceType !== undefined
      ? `${details.resourceType}:${value}`
      : value;
  });
  return parts.join("  ");
}

/** `4 ms`, `1.204 s`, `2 min 3 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(3)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}
