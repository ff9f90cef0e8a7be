/** The service's quotas that change what an execution may do; tests lower them. */
export interface Limits {
  /** Input or result of a state, task or execution, as UTF-8 JSON text. */
  readonly payloadBytes: number;
  readonly historyEvents: number;
  readonly definitionBytes: number;
  /** Iterations of an inline Map at a time, whatever its MaxConcurrency says. */
  readonly inlineMapConcurrency: number;
  /** Child executions of a Distributed Map at a time. */
  readonly distributedMapConcurrency: number;
  /** Tasks that wait for a worker in one activity. */
  readonly activityPollers: number;
  readonly expressSeconds: number;
  /** How long an execution that has ended, and its history, can still be asked for. */
  readonly retentionDays: number;
}

/** docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html */
export const serviceLimits: Limits = {
  payloadBytes: 262_144,
  historyEvents: 25_000,
  definitionBytes: 1_048_576,
  inlineMapConcurrency: 40,
  distributedMapConcurrency: 10_000,
  activityPollers: 1_000,
  expressSeconds: 300,
  retentionDays: 90,
};
