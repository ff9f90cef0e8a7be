/** A problem's words for an answer that has none of its own. */
interface GatewayWords {
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly advice: readonly string[];
}

const words: Readonly<Record<number, Omit<GatewayWords, "title">>> = {
  403: {
    code: "Forbidden",
    detail: "The request was refused on its way, before Drover saw it.",
    advice: ["Look at what stands between: a firewall, a proxy, the address itself."],
  },
  404: {
    code: "NotFound",
    detail: "Nothing answers at this address.",
    advice: ["Check the API's address: it ends before /v1."],
  },
  413: {
    code: "InvalidRequest",
    detail: "The request is larger than the API takes.",
    advice: ["Send less at once; files go through an upload."],
  },
  429: {
    code: "",
    detail: "The API gets more requests than it takes.",
    advice: ["Ask again in a moment, and less often."],
  },
  500: {
    code: "InternalError",
    detail: "The API failed without an answer of its own.",
    advice: ["Ask again; if it stays, whoever runs the farm finds the request's id in its logs."],
  },
  503: {
    code: "",
    detail: "The API took too long, or is not there at the moment.",
    advice: ["Ask again in a moment; check first whether the request took effect anyway."],
  },
};

/**
 * What API Gateway's own `{"message": …}` means: an HTTP API refuses tokens and crowds before Drover is asked, and lets nobody
 * change the words. `challenge` is the `www-authenticate` header, which says what is wrong with a token. Undefined: not of its kind.
 */
export function gatewayWords(
  status: number,
  answer: unknown,
  challenge: string | null,
): GatewayWords | undefined {
  const title = messageOf(answer);
  if (title === undefined) return undefined;
  if (status === 401) return { code: "Unauthorized", title, ...tokenWords(challenge) };
  const known = words[status];
  return known && { title, ...known };
}

/** Of an answer that is a message and nothing else. */
function messageOf(answer: unknown): string | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  const { message, ...rest } = answer as Readonly<Record<string, unknown>>;
  return typeof message === "string" && Object.keys(rest).length === 0 ? message : undefined;
}

function tokenWords(challenge: string | null): Pick<GatewayWords, "detail" | "advice"> {
  const fault = /error_description="([^"]*)"/.exec(challenge ?? "")?.[1];
  return fault === undefined
    ? { detail: "The request carries no token.", advice: ["Send 'Authorization: Bearer <token>'."] }
    : { detail: `The token is refused: ${fault}.`, advice: ["Ask the issuer of this API for a new one."] };
}
