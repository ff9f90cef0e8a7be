/** Whether a signal was aborted for another reason than that its time ran out. */
export function wasCancelled(signal: AbortSignal): boolean {
  const reason: unknown = signal.reason;
  return signal.aborted && !(reason instanceof DOMException && reason.name === "TimeoutError");
}
