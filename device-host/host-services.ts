import type { IBackoffFactory } from "cockatiel";
import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import type { ProjectConfig } from "#shared/config/load-project-config.ts";
import type { HostId, PoolName, TenantId } from "#shared/contracts/values/ids.ts";
import type { Artifacts } from "#shared/storage/artifacts/artifacts.ts";
import type { Repositories } from "#shared/storage/repositories.ts";
import type { SecretVault } from "#shared/storage/secrets/secret-vault.ts";
import type { TraceContext } from "#shared/tracing/traceparent.ts";
import type { Tracing } from "#shared/tracing/tracing.ts";
import type { AdbEndpoint } from "./adb/single-connection.ts";
import type { ArtifactSpool } from "./delivery/artifact-spool.ts";
import type { CommandJournal } from "./delivery/command-journal.ts";
import type { DeviceQueues } from "./delivery/device-queues.ts";
import type { PictureSpool } from "./delivery/picture-spool.ts";
import type { TaskTokens } from "./delivery/task-token.ts";
import type { HostClock } from "./host-clock.ts";
import type { HostLogger } from "./host-logger.ts";
import type { HostMetrics } from "./host-metrics.ts";
import type { KeptPictures } from "./observe/kept-pictures.ts";
import type { ScreenSources } from "./observe/screen-source.ts";
import type { TextReader } from "./observe/text/text-reader.ts";
import type { HostFailures } from "./quick-failures.ts";
import type { RecordingLimits } from "./recording/screen-recorder.ts";
import type { ServerPackages } from "./ui-server/server-packages.ts";

/** The services of all parts of the daemon. */
export interface HostServices {
  readonly tenantId: TenantId;
  readonly hostId: HostId;
  readonly pool: PoolName;
  /** The capabilities of this host. */
  readonly actions: ActionCatalogue;
  readonly clock: HostClock;
  /** A new ULID. */
  readonly newId: () => string;
  readonly logger: HostLogger;
  /** The project's. */
  readonly config: ProjectConfig;
  readonly metrics: HostMetrics;
  readonly tracing: Tracing;
  /** The trace of the current command; null: none, or it is not sent. */
  readonly trace: TraceContext | null;
  readonly repositories: Repositories;
  readonly artifacts: Artifacts;
  readonly secrets: Pick<SecretVault, "read">;
  /** Stores artifacts that a step must not lose. */
  readonly spool: ArtifactSpool;
  /** Of screenshots whose step was answered. */
  readonly pictureSpool: PictureSpool;
  readonly journal: CommandJournal;
  readonly textReader: TextReader;
  readonly pictures: KeptPictures;
  readonly tokens: TaskTokens;
  readonly commandQueueUrl: string;
  readonly deviceQueues: DeviceQueues;
  /** The adb server of its devices; null: they have none. */
  readonly adbServer: AdbEndpoint | null;
  /** The host does not wait for a device that boots longer. */
  readonly bootMilliseconds: number;
  /** How often the network of a job's device is checked. */
  readonly networkMilliseconds: number;
  /** Jobs that failed at once, on any device. */
  readonly failures: HostFailures;
  /** The source of observations of its devices. */
  readonly sources: ScreenSources;
  /** Appium's server for its devices; null: it is not used, or not installed. */
  readonly uiPackages: ServerPackages | null;
  readonly recording: { readonly limits: RecordingLimits; readonly directory: string };
  /** The pauses between tries of a device that could not be used. */
  readonly retryBackoff: IBackoffFactory<unknown>;
}
