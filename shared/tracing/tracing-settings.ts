import { TraceProtocol, TraceSampler } from "../contracts/farm/tracing-config.ts";
import { DroverError } from "../errors/drover-error.ts";
import type { Sampler } from "./sampling.ts";

/** How spans are sent; null: they are not. */
export interface TracingSettings {
  /** The collector's, `/v1/traces` included. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly protocol: TraceProtocol;
  /** Of one request, with its retries. */
  readonly timeoutMilliseconds: number;
  readonly serviceName: string;
  readonly resource: Readonly<Record<string, string>>;
  readonly sampler: Sampler;
  /** Prompts, replies and the device's texts too. */
  readonly content: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const usualTimeoutMilliseconds = 10_000;

/**
 * From OpenTelemetry's own variables.
 * https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 * @throws ConfigurationInvalid that names the variable
 */
export function readTracingSettings(environment: Environment): TracingSettings | null {
  const given = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const ofTraces = (name: string): string | undefined =>
    given(`OTEL_EXPORTER_OTLP_TRACES_${name}`) ?? given(`OTEL_EXPORTER_OTLP_${name}`);
  if (given("OTEL_SDK_DISABLED")?.toLowerCase() === "true" || given("OTEL_TRACES_EXPORTER") === "none")
    return null;
  const url = urlOf(given("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"), given("OTEL_EXPORTER_OTLP_ENDPOINT"));
  if (url === null) return null;
  return {
    url,
    headers: pairsOf(ofTraces("HEADERS")),
    protocol: oneOf(TraceProtocol, "OTEL_EXPORTER_OTLP_PROTOCOL", ofTraces("PROTOCOL") ?? "http/protobuf"),
    timeoutMilliseconds: numberOf(
      "OTEL_EXPORTER_OTLP_TIMEOUT",
      ofTraces("TIMEOUT"),
      usualTimeoutMilliseconds,
      1,
      60_000,
    ),
    serviceName: given("OTEL_SERVICE_NAME") ?? "drover",
    resource: pairsOf(given("OTEL_RESOURCE_ATTRIBUTES")),
    sampler: {
      name: oneOf(
        TraceSampler,
        "OTEL_TRACES_SAMPLER",
        given("OTEL_TRACES_SAMPLER") ?? "parentbased_always_on",
      ),
      ratio: numberOf("OTEL_TRACES_SAMPLER_ARG", given("OTEL_TRACES_SAMPLER_ARG"), 1, 0, 1),
    },
    content: given("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT")?.toLowerCase() === "true",
  };
}

function urlOf(ofTraces: string | undefined, ofAll: string | undefined): string | null {
  const [name, text] =
    ofTraces !== undefined
      ? ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", ofTraces]
      : ["OTEL_EXPORTER_OTLP_ENDPOINT", ofAll && `${ofAll.replace(/\/+$/, "")}/v1/traces`];
  if (text === undefined) return null;
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url.href;
  throw invalid(
    name,
    text,
    "must be the http or https address of a collector, such as http://localhost:4318",
  );
}

function oneOf<Name extends string>(
  known: { readonly options: readonly Name[] },
  name: string,
  text: string,
): Name {
  const found = known.options.find((one) => one === text);
  if (found !== undefined) return found;
  throw invalid(name, text, `must be one of ${known.options.join(", ")}`);
}

function numberOf(
  name: string,
  text: string | undefined,
  usual: number,
  least: number,
  most: number,
): number {
  if (text === undefined) return usual;
  const value = Number(text);
  if (Number.isFinite(value) && value >= least && value <= most) return value;
  throw invalid(name, text, `must be a number from ${least} to ${most}`);
}

/** `a=1,b=two%20words`, as W3C Baggage writes it. What is no pair is passed over: it may be a key in the wrong place. */
export function pairsOf(text = ""): Readonly<Record<string, string>> {
  return Object.fromEntries(
    text.split(",").flatMap((pair) => {
      const at = pair.indexOf("=");
      if (at < 1) return [];
      return [[decoded(pair.slice(0, at).trim()), decoded(pair.slice(at + 1).trim())]];
    }),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const invalid = (name: string, value: string, remedy: string): DroverError =>
  new DroverError("ConfigurationInvalid", `${name} is '${value.slice(0, 200)}': it ${remedy}.`, {
    details: { errors: [{ field: name, message: remedy }] },
    advice: ["docs/tracing.md explains each variable."],
  });
