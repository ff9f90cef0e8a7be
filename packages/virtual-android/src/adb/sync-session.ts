import type { PhoneFiles } from "../system/storage/phone-files.ts";
import type { ByteReader } from "./byte-reader.ts";
import type { ClientOutput } from "./client-output.ts";

export interface SyncSession {
  readonly files: PhoneFiles;
  readonly reader: ByteReader;
  readonly output: ClientOutput;
  readonly storageBytes: number;
}
