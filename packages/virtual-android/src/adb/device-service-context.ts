import type { LatencyProfile } from "../shell/latency-profiles.ts";
import type { ByteReader } from "./byte-reader.ts";
import type { ClientOutput } from "./client-output.ts";
import type { AttachedDevice, DeviceRegistry } from "./device-registry.ts";
import type { ForwardedPorts } from "./forwarded-ports.ts";

export interface DeviceServiceContext {
  readonly attached: AttachedDevice;
  readonly devices: DeviceRegistry;
  readonly output: ClientOutput;
  readonly reader: ByteReader;
  /** Aborted when the client is gone. */
  readonly clientGone: AbortSignal;
  /** How much one pushed file may hold before the storage is full. */
  readonly storageBytes: number;
  /** Ports of the phones that lead to this machine. */
  readonly reversed: ForwardedPorts;
  /** What commands wait for beyond their work. */
  readonly latency: LatencyProfile;
  /** How long a phone that restarts is away from the list. */
  readonly awayMilliseconds: number;
}
