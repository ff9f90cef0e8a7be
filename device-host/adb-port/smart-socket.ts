import type { Socket } from "node:net";

/** Frames of ADB's smart-socket protocol: AOSP packages/modules/adb, `OVERVIEW.TXT` and `SERVICES.TXT`. */
export const okay = Buffer.from("OKAY");

/** Four hexadecimal digits of the byte length, then the text. */
export function framed(text: string): Buffer {
  const body = Buffer.from(text).subarray(0, 0xffff);
  return Buffer.concat([Buffer.from(body.length.toString(16).padStart(4, "0")), body]);
}

export const failing = (reason: string): Buffer => Buffer.concat([Buffer.from("FAIL"), framed(reason)]);
export const okayWith = (text: string): Buffer => Buffer.concat([okay, framed(text)]);

/** What `tport` is answered: OKAY and the transport's number in eight bytes. */
export function okayWithTransport(id: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(id));
  return Buffer.concat([okay, bytes]);
}

/** The length before a frame; null when it is not four hexadecimal digits. */
export function frameLength(header: Buffer): number | null {
  const digits = header.toString("latin1");
  return /^[0-9a-fA-F]{4}$/.test(digits) ? Number.parseInt(digits, 16) : null;
}

/**
 * So many bytes, and what follows them stays in the socket; null when it ended, broke or `stop` was aborted before. The socket is
 * one that nobody else reads.
 */
export function readExactly(socket: Socket, bytes: number, stop: AbortSignal): Promise<Buffer | null> {
  if (bytes === 0) return Promise.resolve(Buffer.alloc(0));
  return new Promise((resolve) => {
    const finish = (read: Buffer | null): void => {
      socket.off("readable", look);
      socket.off("end", ended);
      socket.off("close", ended);
      stop.removeEventListener("abort", ended);
      resolve(read);
    };
    const ended = (): void => finish(null);
    const look = (): void => {
      const read: Buffer | null = socket.read(bytes);
      if (read !== null) finish(read.length === bytes ? read : null);
      else if (socket.readableEnded || socket.destroyed || stop.aborted) finish(null);
    };
    socket.on("readable", look);
    socket.on("end", ended);
    socket.on("close", ended);
    stop.addEventListener("abort", ended);
    look();
  });
}

/** `malformed`: what came is no frame. Null: nothing whole came. */
export async function readFrame(socket: Socket, stop: AbortSignal): Promise<string | "malformed" | null> {
  const header = await readExactly(socket, 4, stop);
  if (header === null) return null;
  const length = frameLength(header);
  if (length === null) return malformed;
  const body = await readExactly(socket, length, stop);
  return body === null ? null : body.toString("utf8");
}

/** No request is this word. */
export const malformed = "malformed";

/** Text before and after the first colon. */
export function cutOnce(text: string): readonly [before: string, after: string] {
  const colon = text.indexOf(":");
  return colon < 0 ? [text, ""] : [text.slice(0, colon), text.slice(colon + 1)];
}
