import type { ErrorCode } from "#shared/errors/catalogue.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { problemOf } from "#shared/errors/problem-of.ts";
import type { WireResponse } from "#shared/http/wire.ts";

/**
 * What API Gateway itself answers, `{"message": …}`, with the fields of a Problem beside it, so that a caller reads one form
 * whoever answers (docs/decisions/0020-unauthorized-body.md).
 */
export function gatewayProblem(
  status: number,
  message: string,
  code: ErrorCode,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): WireResponse {
  const problem = { ...problemOf(new DroverError(code, detail)), title: message, status, detail };
  return {
    status,
    headers: { "content-type": "application/problem+json", ...headers },
    body: JSON.stringify({ message, ...problem }),
  };
}
