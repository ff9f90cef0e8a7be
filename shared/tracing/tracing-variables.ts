import type { TracingConfig } from "../contracts/farm/tracing-config.ts";
import { defined } from "../values/defined.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** OpenTelemetry's variables as the environment has them, and for those that it has not what the project's config says. */
export function tracingVariables(config: TracingConfig, environment: Environment): Environment {
  const { endpoint, protocol, serviceName, sampler, samplerRatio, content } = config;
  const given = Object.entries(environment).filter(([name, value]) => name.startsWith("OTEL_") && value);
  return {
    ...defined({
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
      OTEL_SERVICE_NAME: serviceName,
      OTEL_TRACES_SAMPLER: sampler,
      OTEL_TRACES_SAMPLER_ARG: samplerRatio?.toString(),
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: content?.toString(),
    }),
    ...Object.fromEntries(given),
  };
}
