import type { MachineState } from "../farm/machines.ts";

/** What a function's code reads of its environment, by name. */
export type FunctionVariable =
  | "DROVER_TABLE_NAME"
  | "DROVER_BUCKET_NAME"
  /** JSON (contracts/retention.ts). */
  | "DROVER_RETENTION"
  /** The provider of roles for which nobody names one. */
  | "DROVER_DEFAULT_PROVIDER"
  /** Its model, when nobody names that either. */
  | "DROVER_DEFAULT_MODEL"
  /** JSON (contracts/provider-settings.ts). It says where a key is: the key itself is in no template. */
  | "DROVER_MODEL_PROVIDERS"
  /** Of the deployment (contracts/stage.ts). */
  | "DROVER_STAGE"
  /** JSON (contracts/token-rules.ts). */
  | "DROVER_TOKEN_RULES"
  | "DROVER_JOB_STATE_MACHINE_ARN"
  | "DROVER_WORKFLOW_STATE_MACHINE_ARN"
  | "DROVER_ROLES_STATE_MACHINE_ARN"
  | "DROVER_BATCH_STATE_MACHINE_ARN"
  /** JSON (ScheduleTarget of contracts/schedule-event.ts). */
  | "DROVER_SCHEDULE_TARGET"
  /** Of a function that records events: it hands deliveries over at once, without it the sweep does. */
  | "DROVER_WEBHOOK_QUEUE_URL"
  /** contracts/webhook-reach.ts */
  | "DROVER_WEBHOOK_REACH";

/** What a function may do beside writing its log. */
export type FunctionPermission =
  | "read-table"
  | "write-table"
  | "read-artifacts"
  | "write-artifacts"
  | "delete-artifacts"
  | "read-model-key"
  | "run-jobs"
  | "steer-rounds"
  | "read-executions"
  | "list-executions"
  | "send-commands"
  | "read-callbacks"
  | "write-callbacks"
  | "read-tool-keys"
  | "answer-tasks"
  | "write-secrets"
  | "fail-tasks"
  | "accept-uploads"
  | "read-uploads"
  | "make-pools"
  | "look-at-host-queues"
  | "remove-host-queues"
  | "start-batches"
  | "make-schedules"
  | "keep-manifests"
  | "read-kept-manifests"
  | "send-webhooks"
  | "write-webhook-secrets"
  | "read-webhook-secrets";

export interface FunctionRecord {
  /** The states that call it; absent: it has an event source of its own. */
  readonly states?: readonly MachineState[];
  /** Below the TimeoutSeconds of the states that call it, so that the function's own error is the one that is seen. */
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  readonly environment: readonly FunctionVariable[];
  readonly permissions: readonly FunctionPermission[];
  /**
   * In percent of what the account may run at once and lets reserve: nobody else gets that, and the function gets no more
   * (docs/decisions/0136-nobody-starves.md). Absent: it shares the rest.
   */
  readonly concurrencyShare?: number;
  /** It has the project's config: DROVER_CONFIG_FILE names it when there is one. */
  readonly readsConfig?: true;
}
