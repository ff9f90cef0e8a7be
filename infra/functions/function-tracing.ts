import type { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import * as z from "zod";
import type { TracingConfig } from "#shared/contracts/farm/tracing-config.ts";
import { tracingVariables } from "#shared/tracing/tracing-variables.ts";
import { defined } from "#shared/values/defined.ts";
import type { Settings } from "../settings.ts";
import { allow } from "../storage-access.ts";

/** Context in which a deployment's functions find how they send traces. */
export const tracingContext = "drover:tracing";

const FunctionTracing = z.object({
  environment: z.record(z.string(), z.string()),
  headersSecret: z.string().optional(),
});
type FunctionTracing = z.infer<typeof FunctionTracing>;

/** The variables of functions: none where traces are off. The context's settings come before the project's config. */
export function functionTracing(
  { otlpEndpoint, otlpHeadersSecret }: Pick<Settings, "otlpEndpoint" | "otlpHeadersSecret">,
  config: TracingConfig = {},
): FunctionTracing {
  const variables = tracingVariables(config, defined({ OTEL_EXPORTER_OTLP_ENDPOINT: otlpEndpoint }));
  if (variables.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return { environment: {} };
  const secret = defined({ DROVER_OTLP_HEADERS_SECRET: otlpHeadersSecret });
  return {
    environment: z.record(z.string(), z.string()).parse({ ...variables, ...secret }),
    ...defined({ headersSecret: otlpHeadersSecret }),
  };
}

/** As the deployment has it; the secret is read by those alone that are given its name. */
export function tracingOf(
  scope: Construct,
): FunctionTracing & { readonly statements: readonly PolicyStatement[] } {
  const given = scope.node.tryGetContext(tracingContext) as unknown;
  const tracing = given === undefined ? { environment: {} } : FunctionTracing.parse(given);
  const { headersSecret } = tracing as FunctionTracing;
  const statements =
    headersSecret === undefined ? [] : [allow(["secretsmanager:GetSecretValue"], [headersSecret])];
  return { ...tracing, statements };
}
