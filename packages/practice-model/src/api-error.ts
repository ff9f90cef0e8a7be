/** Error types of Anthropic's API and the statuses they come with (docs.claude.com, API errors). */
const statusOf = {
  invalid_request_error: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  overloaded_error: 529,
} as const;
export type ApiErrorType = keyof typeof statusOf;

export const apiErrorTypes = Object.keys(statusOf) as [ApiErrorType, ...ApiErrorType[]];

/** The type that the service answers a status with. */
export const typeForStatus = (status: number): ApiErrorType =>
  apiErrorTypes.find((type) => statusOf[type] === status) ??
  (status >= 500 ? "api_error" : "invalid_request_error");

export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly type: ApiErrorType;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    type: ApiErrorType,
    message: string,
    options: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.type = type;
    this.status = options.status ?? statusOf[type];
    this.headers = options.headers ?? {};
  }

  body(requestId: string): Readonly<Record<string, unknown>> {
    return { type: "error", error: { type: this.type, message: this.message }, request_id: requestId };
  }
}
