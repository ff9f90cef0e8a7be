import { gatewayWords } from "./gateway-words.ts";

/** What is wrong with one field of a request. */
interface FieldProblem {
  /** Its path, for example `limits.maxSteps`. */
  readonly field: string;
  /** What was sent, cut. */
  readonly value?: string;
  readonly message: string;
}

/** What is beside the answer's body. */
interface Beside {
  readonly requestId?: string | undefined;
  readonly challenge?: string | null;
  readonly retryAfterSeconds?: number | undefined;
}

const throttled = 429;

/**
 * What the API refused, as it said it (RFC 9457). What the gateway before it refused is put into the same words; of any other
 * answer only the status is known.
 */
/** Problems of requests that were not started. */
const notBegun: ReadonlySet<string> = new Set(["FarmBusy", "TooManyRequests"]);

export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly status: number;
  /** Of the error catalogue; empty when the answer named none. */
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  /** What to do, one sentence each. */
  readonly advice: readonly string[];
  readonly fields: readonly FieldProblem[];
  /** By which whoever runs the farm finds the request in its logs. */
  readonly requestId: string | undefined;
  /** It was turned away unseen, by the gateway's throttle or by a busy farm: it asked for nothing yet. */
  readonly isThrottled: boolean;

  /** When it may be asked again; undefined: the answer did not say. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, answer: unknown, beside: Beside = {}) {
    const words = gatewayWords(status, answer, beside.challenge ?? null);
    const given: Readonly<Record<string, unknown>> = { ...(words ?? recordOf(answer)) };
    const title = textOf(given.title) ?? textOf(given.message) ?? `The API answered ${status}.`;
    const detail = textOf(given.detail) ?? title;
    super(detail);
    this.status = status;
    this.code = textOf(given.code) ?? "";
    this.title = title;
    this.detail = detail;
    this.advice = listOf(given.advice).filter((line) => typeof line === "string");
    this.fields = listOf(given.errors).filter(isFieldProblem);
    this.requestId = beside.requestId;
    this.retryAfterSeconds = beside.retryAfterSeconds;
    this.isThrottled = (words !== undefined && status === throttled) || notBegun.has(this.code);
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});
const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isFieldProblem = (value: unknown): value is FieldProblem =>
  isRecord(value) && typeof value.field === "string" && typeof value.message === "string";
