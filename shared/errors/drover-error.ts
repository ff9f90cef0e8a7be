import type { Audience } from "./catalogue/catalogue-entry.ts";
import type { ErrorCode } from "./catalogue.ts";
import { catalogue } from "./catalogue.ts";

export interface DroverErrorOptions {
  /** Instead of the catalogue's advice, when there is something more exact to say. */
  readonly advice?: readonly string[];
  /** JSON values that help to find the cause: never secrets, never task tokens. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/**
 * The one error class. `name` equals `code`: Step Functions matches `ErrorEquals` on it, and a class per error would be
 * renamed by the bundler.
 */
export class DroverError extends Error {
  override readonly name: ErrorCode;
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly audience: Audience;
  readonly advice: readonly string[];
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, options: DroverErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    const entry = catalogue[code];
    this.name = code;
    this.code = code;
    this.retryable = entry.retryable;
    this.audience = entry.audience;
    this.advice = options.advice ?? entry.advice;
    this.details = options.details ?? {};
  }
}
