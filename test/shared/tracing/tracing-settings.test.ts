import { expect, it } from "vitest";
import { readTracingSettings } from "#shared/tracing/tracing-settings.ts";
import { tracingVariables } from "#shared/tracing/tracing-variables.ts";

const endpoint = "http://localhost:4318";

it.each([
  ["nothing is set", {}],
  ["the endpoint is empty", { OTEL_EXPORTER_OTLP_ENDPOINT: "" }],
  ["the SDK is disabled", { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: "true" }],
  ["the exporter is none", { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_EXPORTER: "none" }],
])("traces are off when %s", (_when, environment) => {
  expect(readTracingSettings(environment)).toBeNull();
});

it("OpenTelemetry's variables say where and how, those of traces before those of all signals", () => {
  const settings = readTracingSettings({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/base/`,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20abc==, x-team = phones",
    OTEL_EXPORTER_OTLP_TIMEOUT: "3000",
    OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: "2000",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=ci",
    OTEL_TRACES_SAMPLER: "traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0.25",
  });
  expect(settings).toEqual({
    url: "http://localhost:4318/base/v1/traces",
    headers: { authorization: "Basic abc==", "x-team": "phones" },
    protocol: "http/protobuf",
    timeoutMilliseconds: 2_000,
    serviceName: "drover",
    resource: { "deployment.environment.name": "ci" },
    sampler: { name: "traceidratio", ratio: 0.25 },
    content: false,
  });
  const own = {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://c.example/api",
  };
  expect(readTracingSettings(own)?.url).toBe("https://c.example/api");
});

it.each([
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "localhost:4318"],
  ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"],
  ["OTEL_TRACES_SAMPLER", "jaeger_remote"],
  ["OTEL_TRACES_SAMPLER_ARG", "2"],
  ["OTEL_EXPORTER_OTLP_TIMEOUT", "soon"],
])("a wrong %s is named, with its value and what it must be", (name, value) => {
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, [name]: value };
  expect(() => readTracingSettings(environment)).toThrow(
    expect.objectContaining({
      code: "ConfigurationInvalid",
      message: expect.stringContaining(`${name} is '${value}`),
    }),
  );
});

it("a project's config switches traces on, and the environment comes before it", () => {
  const config = { endpoint, serviceName: "farm", samplerRatio: 0.5, content: true };
  expect(
    readTracingSettings(tracingVariables(config, { OTEL_SERVICE_NAME: "mine", HOME: "/" })),
  ).toMatchObject({
    url: `${endpoint}/v1/traces`,
    serviceName: "mine",
    sampler: { name: "parentbased_always_on", ratio: 0.5 },
    content: true,
  });
  expect(readTracingSettings(tracingVariables({}, {}))).toBeNull();
});
