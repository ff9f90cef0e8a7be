import type { Job } from "#shared/contracts/job/job.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import type { HeldLease } from "../devices/held-lease.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";

/** What one call works with: the session's lease was found to hold, and is asked again before each write. */
export interface SessionContext {
  readonly device: ManagedDevice;
  readonly lease: HeldLease;
  readonly job: Job;
  readonly adb: AdbDevice;
  readonly services: HostServices;
}
