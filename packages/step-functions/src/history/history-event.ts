/** One event as the journal keeps it: [id, previousEventId, milliseconds, type, details]. */
export type HistoryEvent = readonly [
  id: number,
  previousEventId: number,
  timestampMs: number,
  type: string,
  details?: EventDetails,
];

export type EventDetails = Readonly<Record<string, unknown>>;

/** Name of the details member of an event in GetExecutionHistory's answer. */
export function detailsMember(type: string): string {
  if (type.endsWith("StateEntered")) return "stateEnteredEventDetails";
  if (type.endsWith("StateExited")) return "stateExitedEventDetails";
  return `${type.charAt(0).toLowerCase()}${type.slice(1)}EventDetails`;
}

const PAYLOAD_MEMBERS = ["input", "output"] as const;

/**
 * The event as the service's API writes it: seconds for the time, the details under their own member, and beside each
 * payload a note that it is whole. Without `includeData` the payloads are left out, as the API's flag asks.
 */
export function renderEvent(event: HistoryEvent, includeData: boolean): Record<string, unknown> {
  const [id, previousEventId, timestampMs, type, details] = event;
  const rendered: Record<string, unknown> = { timestamp: timestampMs / 1000, type, id, previousEventId };
  if (details === undefined) return rendered;
  const shown: Record<string, unknown> = { ...details };
  for (const member of PAYLOAD_MEMBERS) {
    if (!(member in shown)) continue;
    if (includeData) shown[`${member}Details`] = { truncated: false };
    else delete shown[member];
  }
  if (!includeData) {
    delete shown.parameters;
    delete shown.assignedVariables;
  }
  rendered[detailsMember(type)] = shown;
  return rendered;
}
