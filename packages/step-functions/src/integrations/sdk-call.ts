import type { Answer } from "./integration.ts";
import type { SdkService } from "./sdk-services.ts";
import { TaskFailure } from "./task-failure.ts";

interface SdkCommand {
  readonly middlewareStack: {
    add(middleware: unknown, options: { readonly step: "deserialize"; readonly priority: "low" }): void;
  };
}

interface HttpAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** How an error of the service is named in a state machine. */
export interface ErrorNaming {
  /** Before the dot: `Lambda`, `SQS`, `DynamoDb`. */
  readonly prefix: string;
  /** As causes name it: `AWSLambda`. */
  readonly service: string;
  /** The error of the older SDKs that everything without its own class falls under: `AmazonSQSException`. */
  readonly fallback: string;
  /**
   * Error codes that have their own class; "modelled" for `aws-sdk` integrations, where every code has one, and
   * whose causes are worded as those of the newer SDK.
   */
  readonly known: ReadonlySet<string> | "modelled";
}

export interface SdkResult {
  readonly output: Readonly<Record<string, unknown>>;
  readonly http: HttpAnswer;
}

/** Sends one request and keeps the HTTP answer beside the result, because task results show both. */
export async function sdkCall(
  service: SdkService,
  operation: string,
  input: object,
  naming: ErrorNaming,
): Promise<SdkResult> {
  const command = service.command(operation, input);
  let http: HttpAnswer = { statusCode: 200, headers: {} };
  (command as SdkCommand).middlewareStack.add(
    (next: (args: unknown) => Promise<{ response: HttpAnswer }>) => async (args: unknown) => {
      const result = await next(args);
      http = result.response;
      return result;
    },
    { step: "deserialize", priority: "low" },
  );
  try {
    const output = (await service.client.send(command as never)) as Record<string, unknown>;
    return { output, http };
  } catch (error) {
    throw translated(error, naming);
  }
}

interface SdkError {
  readonly name?: string;
  readonly message?: string;
  readonly Code?: string;
  readonly $metadata?: {
    readonly httpStatusCode?: number;
    readonly requestId?: string;
    readonly extendedRequestId?: string;
  };
}

function translated(error: unknown, naming: ErrorNaming): TaskFailure {
  const { name = "Error", message = String(error), Code, $metadata } = error as SdkError;
  const { prefix, service, known } = naming;
  const status = $metadata?.httpStatusCode;
  if (status === undefined) {
    return new TaskFailure(`${prefix}.SdkClientException`, `Unable to execute HTTP request: ${message}`);
  }
  const requestId = $metadata?.requestId ?? "";
  if (known === "modelled") {
    const extended = $metadata?.extendedRequestId;
    const ids = `Request ID: ${requestId}${extended === undefined ? "" : `, Extended Request ID: ${extended}`}`;
    const cause = `${message} (Service: ${service}, Status Code: ${status}, ${ids})`;
    return new TaskFailure(`${prefix}.${exceptionName(name, naming)}`, cause);
  }
  const code = Code ?? name;
  const cause = `${message} (Service: ${service}; Status Code: ${status}; Error Code: ${code}; Request ID: ${requestId}; Proxy: null)`;
  return new TaskFailure(`${prefix}.${known.has(name) ? name : naming.fallback}`, cause);
}

/** The newer SDK's class for a code: `NoSuchKey` is `NoSuchKeyException`; what has no name is the service's own. */
function exceptionName(name: string, { fallback }: ErrorNaming): string {
  if (name === "" || name === "Error" || name === "UnknownError") return fallback;
  return name.endsWith("Exception") ? name : `${name}Exception`;
}

/** Turns an SDK result into the JSON of a task's result: the members, then the HTTP metadata as the service adds them. */
export function sdkAnswer(members: Readonly<Record<string, unknown>>, { http, output }: SdkResult): Answer {
  const all: Record<string, readonly string[]> = {};
  for (const [header, value] of Object.entries(http.headers)) all[header] = [value];
  const metadata = output.$metadata as { readonly requestId?: string } | undefined;
  return {
    output: JSON.stringify({
      ...members,
      SdkHttpMetadata: { AllHttpHeaders: all, HttpHeaders: http.headers, HttpStatusCode: http.statusCode },
      SdkResponseMetadata: { RequestId: metadata?.requestId ?? "" },
    }),
  };
}

/** The modelled members of an SDK result, without the SDK's own. */
export function modelled(output: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { $metadata: _, ...members } = output;
  return members;
}
