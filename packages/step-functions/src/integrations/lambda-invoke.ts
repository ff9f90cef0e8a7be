import type { JsonObject, JsonValue } from "../expression/json-value.ts";
import type { Integration } from "./integration.ts";
import { type ErrorNaming, type SdkResult, sdkAnswer, sdkCall } from "./sdk-call.ts";
import type { SdkService } from "./sdk-services.ts";
import { TaskFailure } from "./task-failure.ts";

const naming: ErrorNaming = {
  prefix: "Lambda",
  service: "AWSLambda",
  fallback: "AWSLambdaException",
  known: new Set([
    "EC2AccessDeniedException",
    "EC2ThrottledException",
    "EC2UnexpectedException",
    "ENILimitReachedException",
    "InvalidParameterValueException",
    "InvalidRequestContentException",
    "KMSAccessDeniedException",
    "RequestTooLargeException",
    "ResourceConflictException",
    "ResourceNotFoundException",
    "ResourceNotReadyException",
    "ServiceException",
    "SnapStartTimeoutException",
    "TooManyRequestsException",
    "UnsupportedMediaTypeException",
  ]),
};

/**
 * `arn:aws:states:::lambda:invoke`: the result is the API's answer with the payload as JSON. A `Payload` that is text is
 * sent as it is, for the function to read as JSON; `null` is sent as an empty object.
 */
export function lambdaInvoke(sdk: () => Promise<SdkService>): Integration {
  return {
    resourceType: "lambda",
    resource: "invoke",
    async send(request) {
      const result = await invoke(await sdk(), { ...request, ...sentPayload(request.Payload) });
      const { ExecutedVersion = "$LATEST", StatusCode } = result.output;
      return sdkAnswer({ ExecutedVersion, Payload: payloadOf(result), StatusCode }, result);
    },
  };
}

function sentPayload(payload: JsonValue | undefined): { readonly Payload?: string } {
  if (payload === undefined) return {};
  return { Payload: typeof payload === "string" ? payload : JSON.stringify(payload ?? {}) };
}

/** A function's own ARN as `Resource`: the state's JSON is the request's payload, and the result's is the result. */
export function lambdaFunction(sdk: () => Promise<SdkService>): Integration {
  return {
    resourceType: "lambda",
    resource: "function",
    async send(request) {
      const Payload = JSON.stringify(request.Payload ?? {});
      return { output: JSON.stringify(payloadOf(await invoke(await sdk(), { ...request, Payload }))) };
    },
  };
}

async function invoke(service: SdkService, request: JsonObject): Promise<SdkResult> {
  const { Payload, ClientContext, ...rest } = request;
  const input = {
    ...rest,
    ...(typeof Payload === "string" ? { Payload: Buffer.from(Payload) } : {}),
    ...(typeof ClientContext === "string" ? { ClientContext } : {}),
  };
  const result = await sdkCall(service, "Invoke", input, naming);
  if (result.output.FunctionError !== undefined) throw functionFailure(text(result));
  return result;
}

/** Unhandled errors carry the name that Retry and Catch match on in `errorType`; the cause is the payload as it came. */
function functionFailure(cause: string): TaskFailure {
  let errorType: unknown;
  try {
    errorType = JSON.parse(cause)?.errorType;
  } catch {
    // A runtime that died may leave anything; it is shown as it is.
  }
  return new TaskFailure(
    typeof errorType === "string" && errorType !== "" ? errorType : "Lambda.Unknown",
    cause,
  );
}

function text({ output }: SdkResult): string {
  return output.Payload instanceof Uint8Array ? Buffer.from(output.Payload).toString() : "";
}

function payloadOf(result: SdkResult): JsonValue {
  const json = text(result);
  if (json === "") return {};
  try {
    return JSON.parse(json);
  } catch {
    throw new TaskFailure(
      "Lambda.Unknown",
      `The function returned a payload that is not JSON: ${json.slice(0, 200)}`,
    );
  }
}
