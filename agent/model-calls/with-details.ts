import { DroverError } from "#shared/errors/drover-error.ts";

/** The same error with more to its details; what is none of ours as it is. */
export function withDetails(error: unknown, more: DroverError["details"]): unknown {
  if (!(error instanceof DroverError)) return error;
  const { code, message, advice, details, cause } = error;
  return new DroverError(code, message, { advice, details: { ...details, ...more }, cause });
}
