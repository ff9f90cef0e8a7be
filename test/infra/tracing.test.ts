import { Match, type Template } from "aws-cdk-lib/assertions";
import { expect, it } from "vitest";
import { stacksOf, synthesised } from "./synthesised.ts";

const otlpEndpoint = "https://otel.acme.io:4318";
const otlpHeadersSecret = "arn:aws:secretsmanager:us-east-1:123456789012:secret:otlp-AbC123";

const off = synthesised();
const on = synthesised({ otlpEndpoint, otlpHeadersSecret, hostPools: { "acme/phones": { most: 1 } } });
const functionsOf = (template: Template) =>
  Object.values(template.findResources("AWS::Lambda::Function")).map(({ Properties }) => Properties);
const readsHeaders = Match.objectLike({
  PolicyDocument: {
    Statement: Match.arrayWith([
      Match.objectLike({ Action: "secretsmanager:GetSecretValue", Resource: otlpHeadersSecret }),
    ]),
  },
});

it("functions know of no collector until there is one, and read no headers", () => {
  for (const template of [off.workflow, off.api]) {
    for (const { Environment } of functionsOf(template))
      expect(Object.keys(Environment.Variables).filter((name) => /OTEL|OTLP/.test(name))).toEqual([]);
    template.resourcePropertiesCountIs("AWS::IAM::Policy", readsHeaders, 0);
  }
});

it("each function of jobs is told the collector, and may read the headers' secret, that one alone", () => {
  for (const template of [on.workflow, on.api]) {
    const functions = functionsOf(template).filter(({ Environment }) => Environment.Variables.DROVER_STAGE);
    for (const { Environment, Layers } of functions) {
      expect(Environment.Variables).toMatchObject({
        OTEL_EXPORTER_OTLP_ENDPOINT: otlpEndpoint,
        DROVER_OTLP_HEADERS_SECRET: otlpHeadersSecret,
      });
      expect(Layers.length).toBeGreaterThan(0);
    }
    template.resourcePropertiesCountIs("AWS::IAM::Policy", readsHeaders, functions.length);
  }
});

it("machines of pools send their traces there too, and are given no secret", () => {
  const hosts = JSON.stringify(on.hosts.toJSON());
  expect(hosts).toContain(`DROVER_OTLP_ENDPOINT='${otlpEndpoint}'`);
  expect(hosts).not.toContain(otlpHeadersSecret);
});

it.each([
  ["otlpEndpoint", "collector:4318"],
  ["otlpHeadersSecret", "my-secret"],
])("a deployment with a wrong %s is refused by its name", (name, value) => {
  expect(() => stacksOf({ otlpEndpoint, [name]: value })).toThrow(new RegExp(`${name}: `));
});
