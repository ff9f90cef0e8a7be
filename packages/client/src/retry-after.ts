/** RFC 9110, 10.2.3: seconds, or a date. Undefined: it says neither. */
export function secondsOf(header: string | null, now: number = Date.now()): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
