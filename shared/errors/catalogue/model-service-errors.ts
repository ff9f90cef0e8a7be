import { type CatalogueEntry, entry } from "./catalogue-entry.ts";

/** What the operator hears of the model service. */
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
    "The model service is overloaded or rate limited: fewer jobs at once, or a higher limit.",
  ),
  AllowanceUsed: entry(
    "modelService",
    503,
    { retryable: true, recovery: "wait" },
    "The service's rate limit is shared by all jobs: fewer jobs at once, or a higher limit.",
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
    "'drover show <job>' tells what was tried. Look at the device, and go on by hand where it stands.",
  ),
  ModelRefused: entry("agent", 502, { audience: "operator" }, "The model declined the task."),
} as const satisfies Record<string, CatalogueEntry>;
