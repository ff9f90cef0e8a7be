import { type CatalogueEntry, entry } from "./catalogue-entry.ts";

/** Errors of the model service, for the operator. */
export const modelServiceErrors = {
  ModelTimeout: entry(
    "modelService",
    504,
    { retryable: true, recovery: "wait" },
    "Run 'drover doctor' to check the model connection.",
    "Raise models.agent.timeoutSeconds.",
  ),
  ModelOverloaded: entry(
    "modelService",
    503,
    { retryable: true, recovery: "wait" },
    "The model service is overloaded or rate limited: run fewer jobs at once, or get a higher limit.",
  ),
  AllowanceUsed: entry(
    "modelService",
    503,
    { retryable: true, recovery: "wait" },
    "All jobs share the service's rate limit: run fewer jobs at once, or get a higher limit.",
  ),
  ModelUnavailable: entry(
    "modelService",
    503,
    { retryable: true, recovery: "wait" },
    "Run 'drover doctor' to check the model connection.",
  ),
  ModelRejected: entry(
    "modelService",
    502,
    {},
    "Check the model id and the API key: 'drover doctor' shows both.",
  ),
  BudgetExhausted: entry(
    "caller",
    409,
    { audience: "operator" },
    "Raise the limit that the message names, or use a cheaper model.",
  ),
  RecoveryFailed: entry(
    "agent",
    502,
    { audience: "operator" },
    "'drover show <job>' shows what was tried. Look at the device, and continue manually.",
  ),
  ModelRefused: entry("agent", 502, { audience: "operator" }, "The model declined the task."),
} as const satisfies Record<string, CatalogueEntry>;
