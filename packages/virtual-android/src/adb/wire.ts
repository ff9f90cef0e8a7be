/** Frames of ADB's smart-socket protocol: AOSP packages/modules/adb, `OVERVIEW.TXT` and `SERVICES.TXT`. */

/** What `adb version` calls "Android Debug Bridge version 1.0.41": a client of another number kills the server. */
export const adbServerVersion = 41;

export const okay = Buffer.from("OKAY");

const hexLength = (length: number): string => length.toString(16).padStart(4, "0");

/** Four hexadecimal digits of the byte length, then the text. At most 65,535 bytes fit; the rest is cut as adb does. */
export const lengthPrefixed = (text: string): Buffer => {
  const body = Buffer.from(text).subarray(0, 0xffff);
  return Buffer.concat([Buffer.from(hexLength(body.length)), body]);
};

export const fail = (reason: string): Buffer => Buffer.concat([Buffer.from("FAIL"), lengthPrefixed(reason)]);

export const okayWith = (text: string): Buffer => Buffer.concat([okay, lengthPrefixed(text)]);

/** A request's length field, or null when it is not four hexadecimal digits of a length adb accepts. */
export const parseRequestLength = (header: Buffer): number | null => {
  const digits = header.toString("latin1");
  if (!/^[0-9a-fA-F]{4}$/.test(digits)) return null;
  const length = Number.parseInt(digits, 16);
  return length === 0 ? null : length;
};

/** Packet kinds of the shell protocol v2 (shell_protocol.h). */
export const shellPacket = { stdin: 0, stdout: 1, stderr: 2, exit: 3, closeStdin: 4, windowSize: 5 } as const;

export const encodeShellPacket = (kind: number, payload: Uint8Array): Buffer => {
  const header = Buffer.alloc(5);
  header.writeUInt8(kind, 0);
  header.writeUInt32LE(payload.length, 1);
  return Buffer.concat([header, payload]);
};
