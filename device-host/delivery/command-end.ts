import type { DroverError } from "#shared/errors/drover-error.ts";
import { toWireError } from "#shared/errors/wire-error.ts";

/** How a command ended, as it is reported to the state machine. */
export type CommandEnd =
  | { readonly ok: true; readonly output: string }
  | { readonly ok: false; readonly error: string; readonly cause: string };

/** Step Functions takes at most 32,768 characters of cause. */
const longestCause = 30_000;

export function failureEnd(error: DroverError, details: Readonly<Record<string, unknown>> = {}): CommandEnd {
  const wire = toWireError(error);
  const whole = JSON.stringify({ ...wire, details: { ...wire.details, ...details } });
  const cause = whole.length <= longestCause ? whole : JSON.stringify({ ...wire, details });
  return { ok: false, error: error.code, cause: cause.slice(0, longestCause) };
}
