import { readSync, writeSync } from "node:fs";
import * as path from "node:path";
import { onPhone, PhoneError } from "../system/storage/phone-error.ts";
import * as frames from "./sync-frames.ts";
import type { SyncSession } from "./sync-session.ts";

const symbolicLinkMode = 0o120000;
const fileKindMask = 0o170000;

/** RECV: a file of the phone in DATA frames. */
export async function sendFile(phonePath: string, { files, output }: SyncSession): Promise<void> {
  const descriptor = attempt(() => files.open(phonePath, "r"));
  if (descriptor instanceof PhoneError) {
    const reading = descriptor.code === "EISDIR" ? "read failed" : "open failed";
    output.write(frames.syncFail(`${reading}: ${descriptor.message}`));
    return;
  }
  try {
    const chunk = Buffer.alloc(frames.maximumDataBytes);
    for (let length = readSync(descriptor, chunk); length > 0; length = readSync(descriptor, chunk)) {
      output.write(frames.syncData(chunk.subarray(0, length)));
      await output.drained();
    }
    output.write(frames.syncDone());
  } finally {
    files.close(descriptor);
  }
}

/** SEND: `path,mode`, then DATA frames and DONE with the modification time. False when the session cannot continue. */
export async function receiveFile(request: string, session: SyncSession): Promise<boolean> {
  const { files, output } = session;
  const comma = request.lastIndexOf(",");
  const mode = Number.parseInt(request.slice(comma + 1), 10);
  if (comma < 0 || Number.isNaN(mode)) {
    output.write(frames.syncFail("missing , in ID_SEND_V1"));
    return false;
  }
  const phonePath = request.slice(0, comma);
  const sink = attempt(() => openSink(phonePath, mode, session));
  if (sink instanceof PhoneError) {
    output.write(frames.syncFail(`couldn't create file: ${sink.message}`));
    // adbd refuses at once and then reads on to the end of the file, so that the session stays usable.
    return (await receiveData(session, () => null)) !== null;
  }
  let failure: PhoneError | null = null;
  const modifiedSeconds = await receiveData(session, (chunk) => {
    const outcome = failure ?? attempt(() => sink.write(chunk));
    if (outcome instanceof PhoneError && failure === null) {
      failure = outcome;
      output.write(frames.syncFail(`write failed: ${outcome.message}`));
    }
    return null;
  });
  sink.close();
  if (modifiedSeconds === null || failure !== null) {
    // What is half written does not stay (adbd unlinks it).
    attempt(() => files.remove(phonePath, false));
    return modifiedSeconds !== null;
  }
  const finished = attempt(() => sink.finish(modifiedSeconds));
  output.write(
    finished instanceof PhoneError ? frames.syncFail(`write failed: ${finished.message}`) : frames.syncOkay(),
  );
  return true;
}

interface Sink {
  write(chunk: Buffer): void;
  close(): void;
  finish(modifiedSeconds: number): void;
}

function openSink(phonePath: string, mode: number, { files, storageBytes }: SyncSession): Sink {
  const parent = path.posix.dirname(phonePath);
  if (files.find(parent) === null) files.makeDirectory(parent, true);
  if ((mode & fileKindMask) === symbolicLinkMode) return linkSink(phonePath, files);
  // A link that stands there is replaced, never written through (adbd opens with O_NOFOLLOW after an unlink).
  if (files.find(phonePath, false)?.isSymbolicLink() === true) files.remove(phonePath, false);
  const descriptor = files.open(phonePath, "w", mode);
  let written = 0;
  return {
    write: (chunk) => {
      written += chunk.length;
      if (written > storageBytes) throw new PhoneError("ENOSPC");
      onPhone(() => writeSync(descriptor, chunk));
    },
    close: () => files.close(descriptor),
    finish: (modifiedSeconds) => files.setTimes(phonePath, modifiedSeconds),
  };
}

function linkSink(phonePath: string, files: SyncSession["files"]): Sink {
  let target = "";
  return {
    write: (chunk) => {
      target += chunk.toString("utf8");
    },
    close: () => {},
    finish: () => {
      if (files.find(phonePath, false) !== null) files.remove(phonePath, false);
      files.link(target.replace(/\0$/, ""), phonePath);
    },
  };
}

/** Feeds DATA frames to `take` until DONE; its modification time, or null when the client ends or breaks the form. */
async function receiveData(
  { reader, output }: SyncSession,
  take: (chunk: Buffer) => null,
): Promise<number | null> {
  for (;;) {
    const header = await reader.read(8);
    if (header === null) return null;
    const id = header.toString("latin1", 0, 4);
    const length = header.readUInt32LE(4);
    if (id === "DONE") return length;
    if (id !== "DATA" || length > frames.maximumDataBytes) {
      output.write(frames.syncFail(id === "DATA" ? "oversize data message" : "invalid data message"));
      return null;
    }
    const chunk = await reader.read(length);
    if (chunk === null) return null;
    take(chunk);
  }
}

function attempt<Result>(operation: () => Result): Result | PhoneError {
  try {
    return operation();
  } catch (error) {
    if (error instanceof PhoneError) return error;
    throw error;
  }
}
