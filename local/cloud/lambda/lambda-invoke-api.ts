import { randomUUID } from "node:crypto";
import type { WireRequest, WireResponse, WireService } from "#shared/http/wire.ts";
import { throttled } from "./lambda-failure.ts";
import { type LambdaHost, requestLimitBytes } from "./lambda-host.ts";

/** Lambda raised it from 256 KB to 1 MB in October 2025. */
const eventLimitBytes = 1_048_576;
const route = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;
const functionName =
  /^(?:arn:aws:lambda:[a-z0-9-]+:\d{12}:function:|\d{12}:)?([A-Za-z0-9_-]{1,64})(?::(.+))?$/;

/**
 * Lambda's Invoke API over the hosted functions: RequestResponse, Event (run once: failures are not tried again) and DryRun.
 * Log tails, client contexts, versions and aliases are refused.
 * https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html
 */
export function lambdaInvokeApi(host: LambdaHost): WireService {
  return async (request) => {
    const encodedName = route.exec(request.path)?.[1];
    if (request.method !== "POST" || encodedName === undefined) {
      return refusal(404, "UnknownOperationException", "The local Lambda supports only Invoke.");
    }
    const name = decodeURIComponent(encodedName);
    const [, shortName = "", qualifier] = functionName.exec(name) ?? [];
    const version = new URLSearchParams(request.query).get("Qualifier") ?? qualifier ?? "$LATEST";
    if (!host.functions.has(shortName) || version !== "$LATEST") {
      const arn = host.arnOf(shortName || name);
      return refusal(404, "ResourceNotFoundException", `Function not found: ${arn}:${version}`);
    }
    return invocation(host, shortName, request);
  };
}

async function invocation(host: LambdaHost, name: string, request: WireRequest): Promise<WireResponse> {
  const type = request.headers["x-amz-invocation-type"] ?? "RequestResponse";
  if (!["RequestResponse", "Event", "DryRun"].includes(type)) {
    return refusal(400, "InvalidParameterValueException", `Unknown invocation type: ${type}`);
  }
  if (request.headers["x-amz-log-type"] === "Tail" || request.headers["x-amz-client-context"] !== undefined) {
    return refusal(
      400,
      "InvalidParameterValueException",
      "The local Lambda does not support log tails and client contexts.",
    );
  }
  if (type === "DryRun") return { status: 204, headers: {}, body: "" };
  const limit = type === "Event" ? eventLimitBytes : requestLimitBytes;
  if (request.body.length > limit) {
    const message = `Request must be smaller than ${limit} bytes for the InvokeFunction operation`;
    return refusal(413, "RequestTooLargeException", message);
  }
  const event = parseEvent(request.body);
  if (!event.ok) {
    return refusal(
      400,
      "InvalidRequestContentException",
      `Could not parse request body into json: ${event.why}`,
    );
  }
  const Reason = host.throttle(name);
  if (Reason !== null) return refusal(429, throttled.errorType, throttled.errorMessage, { Reason });
  const invoked = host.invoke(name, event.value);
  const headers = { "x-amzn-requestid": randomUUID(), "x-amz-executed-version": "$LATEST" };
  if (type === "Event") return { status: 202, headers, body: "" };
  const { failed, payload } = await invoked;
  return {
    status: 200,
    headers: {
      ...headers,
      "content-type": "application/json",
      ...(failed ? { "x-amz-function-error": "Unhandled" } : {}),
    },
    body: payload,
  };
}

function parseEvent(
  body: Buffer,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly why: string } {
  if (body.length === 0) return { ok: true, value: {} };
  try {
    return { ok: true, value: JSON.parse(body.toString()) };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) };
  }
}

const refusal = (status: number, type: string, message: string, extra: object = {}): WireResponse => ({
  status,
  headers: { "content-type": "application/json", "x-amzn-errortype": type, "x-amzn-requestid": randomUUID() },
  body: JSON.stringify({ Type: status < 500 ? "User" : "Service", Message: message, message, ...extra }),
});
