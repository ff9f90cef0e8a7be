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
    ...policy,
    fault,
    status,
    advice,
  };
}
