/** One event of the kernel's, as `getevent -t` prints it. */
export interface TouchEvent {
  /** Since boot. */
  readonly milliseconds: number;
  readonly type: number;
  readonly code: number;
  /** Signed. */
  readonly value: number;
}

/** Linux's numbers of what a touch panel reports. */
export const touchCode = {
  synchronise: 0,
  key: 1,
  axis: 3,
  report: 0,
  contactEnd: 2,
  dropped: 3,
  touching: 0x14a,
  slot: 0x2f,
  x: 0x35,
  y: 0x36,
  trackingId: 0x39,
} as const;

const line = /^\[\s*(\d+)\.(\d{6})\] (?:\/\S+: )?([0-9a-f]{4}) ([0-9a-f]{4}) ([0-9a-f]{8})\s*$/;

/** Null when the line tells of no event. */
export function parseTouchEvent(text: string): TouchEvent | null {
  const [, seconds, microseconds, type = "", code = "", value = ""] = line.exec(text) ?? [];
  if (seconds === undefined) return null;
  return {
    milliseconds: Number(seconds) * 1_000 + Number(microseconds) / 1_000,
    type: Number.parseInt(type, 16),
    code: Number.parseInt(code, 16),
    value: Number.parseInt(value, 16) | 0,
  };
}
