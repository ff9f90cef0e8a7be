import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type * as z from "zod";
import { Problem } from "#shared/contracts/problem.ts";
import { catalogue, type ErrorCode } from "#shared/errors/catalogue.ts";
import type { DroverError } from "#shared/errors/drover-error.ts";
import { unexpected } from "#shared/errors/wire-error.ts";

const headersFor = (contentType: string) => ({
  "content-type": contentType,
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
});

export const jsonResponse = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): APIGatewayProxyStructuredResultV2 => ({
  statusCode: status,
  headers: { ...headersFor("application/json"), ...headers },
  body: JSON.stringify(body),
});

export const problemResponse = (problem: Problem): APIGatewayProxyStructuredResultV2 => ({
  statusCode: problem.status,
  headers: headersFor("application/problem+json"),
  body: JSON.stringify(problem),
});

/** Say how this farm is built or failed: for its log, not for its callers. */
const inner: ReadonlySet<ErrorCode> = new Set(["InternalError", "ConfigurationInvalid", "SchemaMismatch"]);

const titleOf = (code: ErrorCode): string =>
  code
    .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase()
    .replace(/^./, (first) => first.toUpperCase());

/** RFC 9457. `type` names the page docs/errors/<code>.md. */
export function toProblem(error: unknown, instance: string, requestId: string): Problem {
  const known: DroverError = unexpected(error);
  const { code, message, advice, details } = known;
  const fields = Problem.shape.errors.safeParse(details.errors);
  return {
    type: `urn:drover:error:${code}`,
    title: titleOf(code),
    status: catalogue[code].status,
    detail: inner.has(code)
      ? `Something is wrong with this farm: see its log for request ${requestId}.`
      : message,
    instance,
    code,
    advice: [...advice],
    ...(fields.success && fields.data !== undefined ? { errors: fields.data } : {}),
  };
}

/** What a host answers a person: a body of its own, or a problem. */
export const isProblem = (body: unknown): body is z.infer<typeof Problem> => Problem.safeParse(body).success;
