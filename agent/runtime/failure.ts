import * as z from "zod";
import type { JobState } from "#shared/contracts/farm/machines.ts";
import type { MapErrorInput } from "#shared/contracts/workflow/map-error.ts";
import { catalogue, isErrorCode } from "#shared/errors/catalogue.ts";
import { WireError } from "#shared/errors/wire-error.ts";

/** An error that a Catch caught, whoever raised it. */
export interface Failure {
  /** A code of the catalogue, or the service's own name, for example `States.HeartbeatTimeout`. */
  readonly name: string;
  readonly message: string;
  readonly advice: readonly string[];
  readonly cause?: string | undefined;
  readonly retryable: boolean;
  readonly details: Readonly<Record<string, unknown>>;
}

/** As Lambda reports what a function threw; its message is ours when the function got so far. */
const LambdaFailure = z.object({ errorType: z.string().optional(), errorMessage: z.string() });

/** What the services' own errors mean here; their Cause is often empty. */
const serviceErrors: Readonly<Record<string, { readonly message: string; readonly advice: string }>> = {
  "States.HeartbeatTimeout": {
    message: "The device's host stopped responding.",
    advice: "See 'drover devices' and the host's log; the host may have died or lost its network.",
  },
  "States.Timeout": {
    message: "The state ran out of time.",
    advice: "See the host's log for what the command was waiting for.",
  },
};
const serviceAdvice = "See the execution's history for the whole error.";

/** States in which a host does the work. */
const hostStates: ReadonlySet<JobState> = new Set(["SetUpDevice", "PerformAction", "JudgeOutcome"]);

/**
 * The service records a missed heartbeat as `States.Timeout`. A host keeps its commands' deadlines itself, so in a state
 * of its own running out of time means that it was silent.
 */
export function namedByHost({ stateName, errorOutput }: MapErrorInput): MapErrorInput["errorOutput"] {
  const silent = errorOutput.Error === "States.Timeout" && hostStates.has(stateName);
  return silent ? { ...errorOutput, Error: "States.HeartbeatTimeout" } : errorOutput;
}

/** A failure as a machine without MapError keeps it. */
export const namedFailure = ({
  error,
  cause,
}: {
  readonly error: string;
  readonly cause: string;
}): MapErrorInput["errorOutput"] => ({ Error: error, Cause: cause });

/** Reads `$states.errorOutput`: a host's failure, a function's, or a service's own. */
export function readFailure({ Error: name, Cause: cause }: MapErrorInput["errorOutput"]): Failure {
  const json = parseJson(cause);
  const lambda = LambdaFailure.safeParse(json);
  const wire = WireError.safeParse(lambda.success ? parseJson(lambda.data.errorMessage) : json);
  if (wire.success) {
    const { code, message, advice, details, cause: beneath } = wire.data;
    return { name: code, message, advice, details, cause: beneath, retryable: catalogue[code].retryable };
  }
  const text = lambda.success ? lambda.data.errorMessage : cause;
  if (isErrorCode(name)) {
    const { advice, retryable } = catalogue[name];
    return { name, message: text || name, advice, retryable, details: {} };
  }
  const known = serviceErrors[name];
  return {
    name,
    message: (known?.message ?? text) || name,
    advice: [known?.advice ?? serviceAdvice],
    cause: text === "" ? undefined : text,
    retryable: true,
    details: {},
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
