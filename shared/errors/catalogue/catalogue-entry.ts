/** Who can correct the error: the model on its next turn, the farm's operator, or the API's caller. */
export type Audience = "model" | "operator" | "caller";

/** Who caused the error. Errors of the `farm` go to its log, not to callers. `app`: the app under test. */
export type Fault = "caller" | "agent" | "modelService" | "app" | "device" | "host" | "cloud" | "farm";

interface Policy {
  readonly audience: Audience;
  /** Trying the same again may help. */
  readonly retryable: boolean;
  /**
   * How a job continues: on the same device; on another, because this one is lost; when the model service works again, for which
   * it waits within limits.waitSeconds; or not at all.
   */
  readonly recovery: "sameDevice" | "otherDevice" | "wait" | "none";
  /** Whether the failed command may have had an effect on the device; `none`: the error is raised before anything is done. */
  readonly effect: "none" | "unknown";
  /** What happens to the failed command's lease. `givenUp`: the job continues elsewhere, or ends; `quarantined`: cleaning does not help either. */
  readonly lease: "kept" | "givenUp" | "quarantined";
  /** The connection to the device failed: the command may or may not have had an effect. */
  readonly transport: boolean;
  /** The device is unusable for any job, not only for this one. Default: true for faults of devices and hosts. */
  readonly blamesDevice: boolean;
}

export interface CatalogueEntry extends Policy {
  readonly fault: Fault;
  /** HTTP status when a caller gets it. */
  readonly status: number;
  readonly advice: readonly string[];
}

/** An entry with the usual policy of its fault; `policy` overrides it. */
export function entry(
  fault: Fault,
  status: number,
  policy: Partial<Policy>,
  ...advice: string[]
): CatalogueEntry {
  const audience = fault === "caller" ? "caller" : fault === "agent" ? "model" : "operator";
  return {
    audience,
    retryable: false,
    recovery: "none",
    effect: "unknown",
    lease: "kept",
    transport: false,
    blamesDevice: fault === "device" || fault === "host",
    ...policy,
    fault,
    status,
    advice,
  };
}
