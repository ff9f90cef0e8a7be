import type { EnvErrorCode } from "#shared/contracts/env/env-messages.ts";

/** An error for a client of the environment, with the protocol's code. */
export class EnvError extends Error {
  override readonly name = "EnvError";
  readonly code: EnvErrorCode;
  /** Beside code and message. */
  readonly data: Readonly<Record<string, unknown>>;

  constructor(
    code: EnvErrorCode,
    message: string,
    { cause, ...data }: Readonly<Record<string, unknown>> = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.data = data;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whatever else goes wrong is the farm's fault: no reward comes of it. */
export const asEnvError = (error: unknown): EnvError =>
  error instanceof EnvError
    ? error
    : new EnvError("EXECUTION_ERROR", messageOf(error).slice(0, 1_000), { cause: error });
