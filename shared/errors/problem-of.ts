import { Problem } from "../contracts/farm/problem.ts";
import { catalogue, type ErrorCode } from "./catalogue.ts";
import { unexpected } from "./wire-error.ts";

interface ProblemPlace {
  /** Path of the request. */
  readonly instance?: string;
  readonly requestId?: string;
}

const titleOf = (code: ErrorCode): string =>
  code
    .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase()
    .replace(/^./, (first) => first.toUpperCase());

/**
 * An error as RFC 9457 tells it to whoever called the API or a host. `type` names the page docs/errors/<code>.md. How this
 * farm is built or failed is for its log alone.
 */
export function problemOf(error: unknown, { instance, requestId }: ProblemPlace = {}): Problem {
  const { code, message, advice, details } = unexpected(error);
  const { status, fault } = catalogue[code];
  const fields = Problem.shape.errors.safeParse(details.errors).data;
  return {
    type: `urn:drover:error:${code}`,
    title: titleOf(code),
    status,
    detail:
      fault === "farm"
        ? `Something is wrong with this farm: see its log${requestId === undefined ? "" : ` for request ${requestId}`}.`
        : message,
    ...(instance === undefined ? {} : { instance }),
    code,
    advice: [...advice],
    ...(fields === undefined ? {} : { errors: fields }),
  };
}
