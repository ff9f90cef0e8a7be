import type { ApiError } from "../api-error.ts";

interface ChatErrorFacts {
  readonly status?: number;
  readonly type?: string;
  readonly param?: string | null;
  readonly code?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** In Google's form, which Gemini answers in a list. */
  readonly listed?: boolean;
}

/** An error of chat completions, in OpenAI's form and words. */
export class ChatError extends Error {
  override readonly name = "ChatError";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  private readonly facts: ChatErrorFacts;

  constructor(message: string, facts: ChatErrorFacts = {}) {
    super(message);
    this.status = facts.status ?? 400;
    this.headers = facts.headers ?? {};
    this.facts = facts;
  }

  body(): unknown {
    const { type = "invalid_request_error", param = null, code = null, listed = false } = this.facts;
    if (listed) return [{ error: { code: this.status, message: this.message, status: "INVALID_ARGUMENT" } }];
    return { error: { message: this.message, type, param, code } };
  }
}

/** As OpenAI names what a script says by its status. */
const names: Readonly<Record<number, { readonly type: string; readonly code: string | null }>> = {
  401: { type: "invalid_request_error", code: "invalid_api_key" },
  404: { type: "invalid_request_error", code: "model_not_found" },
  429: { type: "requests", code: "rate_limit_exceeded" },
};

/** What a script or the practice model itself raises, in this API's form. */
export function toChatError({ status, message, headers }: ApiError): ChatError {
  const usual = { type: status >= 500 ? "server_error" : "invalid_request_error", code: null };
  return new ChatError(message, { status, headers, ...(names[status] ?? usual) });
}
