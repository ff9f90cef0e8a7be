import { type CatalogueEntry, entry } from "./catalogue-entry.ts";

/** Errors that the model sees and can correct on its next turn. */
export const agentErrors = {
  ValidationError: entry("agent", 422, {}, "Use one of the listed actions with the listed parameters."),
  CoordinateOutOfRange: entry(
    "agent",
    422,
    {},
    "The model pointed outside of its screen or picture. Check that the model and its dialect fit.",
  ),
  JSONParseError: entry("agent", 422, {}, "Reply with one valid JSON object."),
  UnknownElement: entry("agent", 422, {}, "Use an element id of the current screen."),
  TextMismatch: entry(
    "agent",
    422,
    { retryable: true },
    "The field does not contain the typed text: look at it and type again.",
  ),
  ScreenChanged: entry(
    "device",
    409,
    { audience: "model", recovery: "sameDevice", effect: "none", blamesDevice: false },
    "The screen differs from the one that the action was chosen for: look at it and choose again.",
  ),
  AppNotFound: entry("agent", 422, {}, "Open an app that is installed: the home screen shows which."),
  UrlNotAllowed: entry("agent", 422, {}, "Only http and https URLs may be opened."),
  PolicyDenied: entry(
    "agent",
    403,
    { effect: "none" },
    "Do the task another way, or end it: the job's policy says what is allowed.",
  ),
  SecretRefused: entry(
    "agent",
    403,
    { effect: "none" },
    "Type it into a text field of an app that it is bound to: 'drover secrets list' shows which.",
  ),
  ModelOutputInvalid: entry(
    "agent",
    502,
    { audience: "operator" },
    "No reply of the model was usable, even after retries. Try another model or dialect.",
  ),
  AgentSilent: entry(
    "agent",
    504,
    { audience: "operator" },
    "The outside agent took no turn in agent.turnTimeoutSeconds: check that it runs, or give it more time.",
  ),
  AgentFailed: entry(
    "agent",
    502,
    { audience: "operator" },
    "The outside agent could not take its turn: the message and the agent's own log say why.",
  ),
} as const satisfies Record<string, CatalogueEntry>;
