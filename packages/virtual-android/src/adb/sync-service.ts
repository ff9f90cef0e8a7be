import type { Stats } from "node:fs";
import { PhoneError } from "../system/storage/phone-error.ts";
import { type PhoneFiles, phoneFiles } from "../system/storage/phone-files.ts";
import type { DeviceServiceContext } from "./device-service-context.ts";
import * as frames from "./sync-frames.ts";
import type { SyncSession } from "./sync-session.ts";
import { receiveFile, sendFile } from "./sync-transfer.ts";
import { okay } from "./wire.ts";

/** `sync:`: requests until QUIT or the client's end. A frame that makes no sense ends the session, as adbd does. */
export async function serveSync(context: DeviceServiceContext): Promise<void> {
  const { output, reader, attached, storageBytes } = context;
  const session = { files: phoneFiles(attached.device), reader, output, storageBytes };
  output.write(okay);
  for (;;) {
    const header = await reader.read(8);
    if (header === null) return;
    const id = header.toString("latin1", 0, 4);
    if (id === "QUIT") return;
    const length = header.readUInt32LE(4);
    if (length > frames.maximumSyncPathBytes) {
      output.write(frames.syncFail("path too long"));
      return;
    }
    const path = await reader.read(length);
    if (path === null) return;
    if (!(await answerSync(id, path.toString("utf8"), session))) return;
    await output.drained();
  }
}

/** False when the session cannot continue. */
async function answerSync(id: string, path: string, session: SyncSession): Promise<boolean> {
  const { files, output } = session;
  switch (id) {
    case "STAT":
      output.write(frames.statV1(files.find(path, false)));
      return true;
    case "STA2":
    case "LST2":
      output.write(statAnswer(id, path, files));
      return true;
    case "LIST":
    case "LIS2":
      listDirectory(id, path, session);
      return true;
    case "RECV":
      await sendFile(path, session);
      return true;
    case "SEND":
      return receiveFile(path, session);
    default:
      output.write(frames.syncFail(`unknown command ${id.replace(/[^ -~]/g, "?")}`));
      return false;
  }
}

function statAnswer(id: "STA2" | "LST2", path: string, files: PhoneFiles): Buffer {
  try {
    return frames.statV2(id, files.stat(path, id === "STA2"), 0);
  } catch (error) {
    if (error instanceof PhoneError) return frames.statV2(id, null, error.errno);
    throw error;
  }
}

function listDirectory(id: "LIST" | "LIS2", path: string, { files, output }: SyncSession): void {
  const entry = id === "LIST" ? frames.entryV1 : frames.entryV2;
  for (const name of namesIn(path, files)) {
    const stats: Stats | null = files.find(`${path}/${name}`, false);
    if (stats !== null) output.write(entry(name, stats));
  }
  output.write(id === "LIST" ? frames.listEndV1() : frames.listEndV2());
}

/** adbd lists nothing where it cannot look. */
function namesIn(path: string, files: PhoneFiles): readonly string[] {
  try {
    return [".", "..", ...files.list(path)];
  } catch (error) {
    if (error instanceof PhoneError) return [];
    throw error;
  }
}
