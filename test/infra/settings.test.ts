import { App } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { expect, it } from "vitest";
import { readSettings } from "#infra/settings.ts";
import { resourcesOf } from "./resources-of.ts";
import { settings, stacksOf } from "./synthesised.ts";

it("names every setting that is missing or wrong", () => {
  expect(() => stacksOf({ jwtIssuer: undefined, jwtAudience: "", stage: "a_b" })).toThrow(
    /stage: .*\n.*jwtAudience: .*\n.*jwtIssuer: /,
  );
  for (const host of [
    "issuer.example.com",
    "me.example",
    "login.test",
    "YOUR-ISSUER",
    "your-tenant.eu.auth0.com",
  ]) {
    expect(() => stacksOf({ jwtIssuer: `https://${host}/` })).toThrow(
      "jwtIssuer: must be your own token issuer",
    );
  }
});

it("[spec I6.1] has functions log each predicted action when it is asked to, and not otherwise", () => {
  const levels = (given: Readonly<Record<string, string>>) => {
    const functions = resourcesOf(Template.fromStack(stacksOf(given).workflow), "AWS::Lambda::Function");
    return new Set(
      functions.map(([, { Properties }]) => Object(Properties.LoggingConfig).ApplicationLogLevel),
    );
  };
  expect(levels({ logLevel: "debug" })).toEqual(new Set(["DEBUG"]));
  expect(levels({})).toEqual(new Set(["INFO"]));
});

it.each([
  [{ logLevel: "all" }, 'logLevel: Invalid option: expected one of "info"|"debug"'],
  [{ alarmEmial: "ops@acme.dev" }, "alarmEmial: there is no such setting"],
  [{ domainName: "farm.acme.dev" }, "certificateArn: must name the certificate of domainName"],
  [
    { domainName: "farm.acme.dev", certificateArn: "arn:aws:acm:eu-west-1:000000000000:certificate/1" },
    "certificateArn: must be the ARN of a certificate in us-east-1",
  ],
  [{ domainName: "https://farm.acme.dev/" }, "domainName: must be a name in lower-case letters"],
  [{ restoredTable: "arn:aws:dynamodb:::table/x" }, "restoredTable: must be a table's name"],
  [{ tableWarmWrites: "100" }, "tableWarmWrites: must be at least 4000"],
  [{ cognito: "maybe" }, "cognito: must be true or false"],
  [{ alarmWaitingSeconds: "an hour" }, "alarmWaitingSeconds: must be a number"],
  [{ machineTenants: "acme,beta,acme" }, "machineTenants: must name each once"],
  // Outputs of both would have one name.
  [{ machineTenants: "acme,Acme" }, "machineTenants: must name each once"],
])("refuses %j before a template is written", (given, words) => {
  expect(() => stacksOf(given)).toThrow(words);
});

it("takes what CDK puts into its context by itself", () => {
  const own = { "@aws-cdk/core:x": true, "aws:cdk:y": 1, "availability-zones:account=1:region=eu": ["a"] };
  const noted = { "cli-telemetry": false, "acknowledged-issue-numbers": [1] };
  const app = new App({ context: { ...settings, ...own, ...noted, "aws:cdk:bundling-stacks": [] } });
  expect(() => readSettings(app.node)).not.toThrow();
});
