import type { ProjectConfig } from "#shared/config/load-project-config.ts";
import type { AwsConfig } from "#shared/storage/clients/aws-config.ts";
import type { AdbEndpoint } from "./adb/single-connection.ts";
import type { SpoolSettings } from "./delivery/artifact-spool.ts";
import type { MadeDeviceSettings } from "./discovery/made-devices.ts";
import type { HostClock } from "./host-clock.ts";
import type { HostLogger } from "./host-logger.ts";
import type { DeviceProfile } from "./null-device/device-profile.ts";
import type { RecordingLimits } from "./recording/screen-recorder.ts";
import type { RetrySettings } from "./retry-plan.ts";

export interface HostOptions {
  /** Of the deployment that it serves. */
  readonly stage: string;
  readonly tenantId: string;
  readonly hostId: string;
  readonly pool: string;
  /** Where its adb server listens, or what stands in for devices. */
  readonly devices: AdbEndpoint | DeviceProfile;
  /** Devices that it makes for a job each, behind that adb server; absent: none. */
  readonly made?: MadeDeviceSettings;
  /** Where the host keeps its journal and what storage does not take; made when missing. One host a directory. */
  readonly dir: string;
  readonly aws: AwsConfig;
  readonly tableName: string;
  readonly bucketName: string;
  /** Port of the local API; 0 or absent: a free one. */
  readonly apiPort?: number;
  readonly logger: HostLogger;
  /** Absent: everything is as Drover has it. */
  readonly config?: ProjectConfig;
  /** Pauses between tries of a quarantined device. Absent: from half a minute to an hour. */
  readonly retry?: RetrySettings;
  /** So long a device may boot before something is done about it. Absent: 180. */
  readonly bootSeconds?: number;
  /** So often a job's device is asked whether it has a network, which costs a real one a tenth of a second. Absent: 30. */
  readonly networkSeconds?: number;
  /** How often it says that it lives; a host silent for six of these is taken for lost. Absent: 5. */
  readonly beatSeconds?: number;
  /** With less room than this in `dir` it takes no new work. Absent: 200 MB. */
  readonly leastFreeBytes?: number;
  /** Where these differ from the usual. */
  readonly spool?: Partial<SpoolSettings>;
  /** Of each device: an accessibility helper there tells the elements. Absent: none does. */
  readonly treeHelperPort?: number;
  /** Where these differ from the usual. */
  readonly recording?: Partial<RecordingLimits>;
  /** Asked for the room in `dir`; absent: the file system. */
  readonly freeBytes?: () => Promise<number>;
  /** When it is drained its queues go too: its machine does not come back. Absent: they wait for it. */
  readonly retires?: boolean;
  /** Where OpenTelemetry's variables are; absent: traces are off. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Absent: this machine's. */
  readonly clock?: HostClock;
}
