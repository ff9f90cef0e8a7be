import type { SchedulerClient } from "@aws-sdk/client-scheduler";
import type { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type { SFNClient } from "@aws-sdk/client-sfn";
import type { SQSClient } from "@aws-sdk/client-sqs";
import type { ToolList } from "#shared/contracts/agent/tool-list.ts";
import type { DeviceContext } from "#shared/contracts/device/device-facts.ts";
import type { Retention } from "#shared/contracts/farm/retention.ts";
import type { EnvironmentOf, FunctionName } from "#shared/contracts/functions/functions.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { Recording } from "#shared/contracts/step/recording.ts";
import type { Artifacts } from "#shared/storage/artifacts/artifacts.ts";
import type { CallbackStore } from "#shared/storage/artifacts/callback-store.ts";
import type { Repositories } from "#shared/storage/repositories.ts";
import type { Tracing } from "#shared/tracing/tracing.ts";
import type { MetricSink } from "../environment/metric-sink.ts";
import type { RuntimeLogger } from "../environment/runtime-logger.ts";
import type { Governor } from "../governor/model-governor.ts";
import type { PlanHistory, StepHistory } from "./job-history.ts";

/** Reads an artifact of one kind; null: there is none. */
type ArtifactReader<Value> = (key: string | null) => Promise<Value | null>;

/** Executions that began before may be gone, or be where they were some time earlier. */
export interface JournalDamage {
  readonly foundAt: Date;
}

/** Why nothing new can be stored, and whether executions were lost; null: it can, and none were. On AWS neither happens. */
export interface StorageCondition {
  problem(): Promise<string | null>;
  readonly damage: JournalDamage | null;
}

/** What the functions work with. One that needs little names it: `Pick<Services, "repositories" | "now">`. */
export interface Services {
  /** Each is made when it is first asked for. */
  readonly clients: {
    sqs(): Promise<SQSClient>;
    sfn(): Promise<SFNClient>;
    secretsManager(): Promise<SecretsManagerClient>;
    scheduler(): Promise<SchedulerClient>;
  };
  readonly artifacts: Artifacts;
  readonly callbacks: CallbackStore;
  readonly trees: ArtifactReader<SemanticUITree>;
  readonly deviceContexts: ArtifactReader<DeviceContext>;
  readonly recordings: ArtifactReader<Recording>;
  readonly toolLists: ArtifactReader<ToolList>;
  readonly repositories: Repositories;
  readonly governor: Governor;
  readonly stepHistory: StepHistory;
  readonly planHistory: PlanHistory;
  readonly retention: Retention;
  readonly logger: RuntimeLogger;
  readonly metrics: MetricSink;
  readonly condition: StorageCondition;
  readonly tracing: Tracing;
  readonly now: () => Date;
  /** Milliseconds that only go forward, whatever becomes of the clock. */
  readonly monotonic: () => number;
  /** ULIDs, each later than the one before. */
  readonly newId: () => string;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** What one function works with: the services, and the variables that its contract promises. */
export type Runtime<Name extends FunctionName> = Services & { readonly environment: EnvironmentOf<Name> };
