/** Who can do something about it: the model on its next turn, whoever runs the farm, or whoever called the API. */
export type Audience = "model" | "operator" | "caller";

/** Whose doing it is. What is the `farm`'s is told to its log, not to callers. `app`: the app's under test. */
export type Fault = "caller" | "agent" | "modelService" | "app" | "device" | "host" | "cloud" | "farm";

interface Policy {
  readonly audience: Audience;
  /** Trying the same again may help. */
  readonly retryable: boolean;
  /**
   * How a job goes on: on the same device, which may do better; on another, because this one is lost; when the model service
   * serves again, which it waits for within limits.waitSeconds; or not at all.
   */
  readonly recovery: "sameDevice" | "otherDevice" | "wait" | "none";
  /** What the device may have felt of the command that ended so; `none`: it is raised before anything is done. */
  readonly effect: "none" | "unknown";
  /** What a command that ends so makes of its lease. `givenUp`: the job goes on elsewhere, or ends; `quarantined`: nor does cleaning mend it. */
  readonly lease: "kept" | "givenUp" | "quarantined";
  /** Of the way to the device: it may or may not have felt what was sent. */
  readonly transport: boolean;
  /** That no job can work on the device. Not of what happened meanwhile. Else: of faults of devices and hosts. */
  readonly blamesDevice: boolean;
}

export interface CatalogueEntry extends Policy {
  readonly fault: Fault;
  /** HTTP status when a caller gets it. */
  readonly status: number;
  readonly advice: readonly string[];
}

/** With what most errors of that fault have, where `policy` says nothing else. */
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
