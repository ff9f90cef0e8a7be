import type { TenantId } from "#shared/contracts/values/ids.ts";
import type { TableClient } from "#shared/storage/table/table-client.ts";
import type { PartStatus } from "../farm-file.ts";
import type { ModelChoice } from "../model-choice.ts";
import type { CloudPorts } from "./cloud-ports.ts";
import type { AroundFunction } from "./lambda/lambda-host.ts";
import type { startServiceThread } from "./service-thread.ts";

export interface CloudOptions {
  /** Everything the cloud keeps lies here; made when only its last part is missing. */
  readonly dir: string;
  readonly tenantId: TenantId;
  /** What functions can ask, and what when a job names no model of its own. */
  readonly model: Omit<ModelChoice, "practice">;
  /** Instead of those of the last start, or of free ones. */
  readonly ports?: Partial<CloudPorts>;
  /** Writes the functions' DEBUG lines too: what was predicted, as JSON (docs/spec.md I6.1). */
  readonly debugLog?: boolean;
  /** The project's config, which functions read; absent: there is none. */
  readonly configFile?: string | undefined;
  /** Webhooks may lead to this machine's own addresses too, by http as well. */
  readonly webhooksToLoopback?: boolean;
  /** Where OpenTelemetry's variables are; absent: traces go where the project's config says. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Loads all functions soon after the start, instead of each with its first call. */
  readonly warm?: boolean;
  /** Tells what AWS would bill (metering/cloud-use.ts) of the thread of the services too. */
  readonly metered?: boolean;
  /** Called when the engine failed, and when it runs again. Must not reject. */
  readonly onEngineChange?: (status: PartStatus) => Promise<void>;
  readonly report?: (line: string) => void;
  /** What decides when schedules are due; absent: this machine's. */
  readonly scheduleClock?: () => Date;
  /** Where its services are not in a thread of their own; absent: they are. */
  readonly startServices?: typeof startServiceThread;
  /** What stands before the functions' table; absent: nothing. */
  readonly beforeTables?: (tables: TableClient) => TableClient;
  /** Runs each invocation of a function; absent: as it is. */
  readonly aroundFunction?: AroundFunction;
}
