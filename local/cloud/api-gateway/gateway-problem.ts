import type { Problem } from "#shared/contracts/problem.ts";
import { catalogue, type ErrorCode } from "#shared/errors/catalogue.ts";
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
  const problem: Problem = {
    type: "about:blank",
    title: message,
    status,
    detail,
    code,
    advice: [...catalogue[code].advice],
  };
  return {
    status,
    headers: { "content-type": "application/problem+json", ...headers },
    body: JSON.stringify({ message, ...problem }),
  };
}
