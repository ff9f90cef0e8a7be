import type { Problem } from "#shared/contracts/problem.ts";
import { catalogue } from "#shared/errors/catalogue.ts";
import type { DroverError } from "#shared/errors/drover-error.ts";

/** An error as the local API tells it (RFC 9457). */
export const problemOf = (error: DroverError, requestId: string): Problem => ({
  type: `https://drover.invalid/errors/${error.code}`,
  title: error.code,
  status: catalogue[error.code].status,
  detail: error.code === "InternalError" ? "The host failed; its log names the request." : error.message,
  instance: `urn:request:${requestId}`,
  code: error.code,
  advice: [...error.advice],
});
