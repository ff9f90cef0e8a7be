import type { Stats } from "node:fs";

/** Frames of ADB's sync service (file_sync_protocol.h): four letters, then little-endian numbers. */

/** Longest path that sync takes. */
export const maximumSyncPathBytes = 1024;
/** Largest DATA frame (SYNC_DATA_MAX). */
export const maximumDataBytes = 64 * 1024;

const words = (id: string, ...values: readonly number[]): Buffer => {
  const frame = Buffer.alloc(4 + values.length * 4);
  frame.write(id, 0, "latin1");
  values.forEach((value, index) => {
    frame.writeUInt32LE(value % 2 ** 32, 4 + index * 4);
  });
  return frame;
};

const seconds = (milliseconds: number): number => Math.max(0, Math.floor(milliseconds / 1000));

export const syncFail = (reason: string): Buffer => {
  const body = Buffer.from(reason);
  return Buffer.concat([words("FAIL", body.length), body]);
};

export const syncOkay = (): Buffer => words("OKAY", 0);
export const syncDone = (): Buffer => words("DONE", 0);
export const syncData = (chunk: Uint8Array): Buffer => Buffer.concat([words("DATA", chunk.length), chunk]);

/** v1 stat: all zero when there is no such file; sizes wrap at 4 GiB. */
export const statV1 = (stats: Stats | null): Buffer =>
  stats === null ? words("STAT", 0, 0, 0) : words("STAT", stats.mode, stats.size, seconds(stats.mtimeMs));

/** v2 stat and its directory entry share this layout; `errno` is 0 when `stats` are there. */
export const statV2 = (id: "STA2" | "LST2" | "DNT2", stats: Stats | null, errno: number): Buffer => {
  const frame = Buffer.alloc(72);
  frame.write(id, 0, "latin1");
  frame.writeUInt32LE(errno, 4);
  if (stats === null) return frame;
  frame.writeBigUInt64LE(BigInt(stats.dev), 8);
  frame.writeBigUInt64LE(BigInt(stats.ino), 16);
  frame.writeUInt32LE(stats.mode, 24);
  frame.writeUInt32LE(stats.nlink, 28);
  frame.writeBigUInt64LE(BigInt(stats.size), 40);
  frame.writeBigInt64LE(BigInt(seconds(stats.atimeMs)), 48);
  frame.writeBigInt64LE(BigInt(seconds(stats.mtimeMs)), 56);
  frame.writeBigInt64LE(BigInt(seconds(stats.ctimeMs)), 64);
  return frame;
};

export const entryV1 = (name: string, stats: Stats): Buffer => {
  const body = Buffer.from(name);
  return Buffer.concat([words("DENT", stats.mode, stats.size, seconds(stats.mtimeMs), body.length), body]);
};

export const entryV2 = (name: string, stats: Stats): Buffer => {
  const body = Buffer.from(name);
  return Buffer.concat([statV2("DNT2", stats, 0), words("", body.length).subarray(4), body]);
};

/** The end of a listing is a whole empty entry. */
export const listEndV1 = (): Buffer => words("DONE", 0, 0, 0, 0);
export const listEndV2 = (): Buffer => Buffer.concat([words("DONE"), Buffer.alloc(72)]);
