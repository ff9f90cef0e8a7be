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
  /** The stage of its deployment. */
  readonly stage: string;
  readonly tenantId: string;
  readonly hostId: string;
  readonly pool: string;
  /** The address of its adb server, or a stand-in for devices. */
  readonly devices: AdbEndpoint | DeviceProfile;
  /** Devices that it makes, one per job, behind that adb server; absent: none. */
  readonly made?: MadeDeviceSettings;
  /** The folder of the journal and of artifacts that storage does not take; created if missing. One host per folder. */
  readonly dir: string;
  readonly aws: AwsConfig;
  readonly tableName: string;
  readonly bucketName: string;
  /** Port of the local API; 0 or absent: a free one. */
  readonly apiPort?: number;
  readonly logger: HostLogger;
  /** Absent: Drover's defaults. */
  readonly config?: ProjectConfig;
  /** Pauses between tries of a quarantined device. Absent: from half a minute to an hour. */
  readonly retry?: RetrySettings;
  /** How long a device may boot before the host repairs it. Absent: 180. */
  readonly bootSeconds?: number;
  /** How often the network of a job's device is checked, which takes a tenth of a second on a real device. Absent: 30. */
  readonly networkSeconds?: number;
  /** Interval of heartbeats; a host that misses six counts as lost. Absent: 5. */
  readonly beatSeconds?: number;
  /** With less free space than this in `dir` it takes no new jobs. Absent: 200 MB. */
  readonly leastFreeBytes?: number;
  /** Changes to the defaults. */
  readonly spool?: Partial<SpoolSettings>;
  /** The port of an accessibility helper on each device that lists the elements. Absent: no helper. */
  readonly treeHelperPort?: number;
  /** Appium's server on each device, from the npm package or from a folder with its APKs. Absent: never. */
  readonly uiServer?: { readonly use: "auto" | "never"; readonly apks?: string };
  /** Changes to the defaults. */
  readonly recording?: Partial<RecordingLimits>;
  /** Returns the free space in `dir`; absent: the file system's. */
  readonly freeBytes?: () => Promise<number>;
  /** Draining also removes its queues, because its machine does not come back. Absent: the queues stay. */
  readonly retires?: boolean;
  /** Where OpenTelemetry's variables are; absent: traces are off. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Absent: this machine's. */
  readonly clock?: HostClock;
}
