import type { ByteReader } from "./byte-reader.ts";
import type { ClientOutput } from "./client-output.ts";
import type { AttachedDevice, DeviceRegistry } from "./device-registry.ts";

export interface DeviceServiceContext {
  readonly attached: AttachedDevice;
  readonly devices: DeviceRegistry;
  readonly output: ClientOutput;
  readonly reader: ByteReader;
  /** Aborted when the client is gone. */
  readonly clientGone: AbortSignal;
  /** How much one pushed file may hold before the storage is full. */
  readonly storageBytes: number;
}
