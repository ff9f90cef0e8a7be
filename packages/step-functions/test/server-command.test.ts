import { expect, it } from "vitest";
import { engineUsage, readEngineArguments, UsageError } from "../src/server-command.ts";

const endpoints = (...args: string[]) => readEngineArguments(args, ".data")?.endpoints;

it("sends every service to one address, and a service with its own address there", () => {
  expect(endpoints()).toEqual({});
  expect(
    endpoints("--sqs-endpoint", "http://127.0.0.1:1", "--eventbridge-endpoint", "http://127.0.0.1:2"),
  ).toEqual({ sqs: "http://127.0.0.1:1", eventBridge: "http://127.0.0.1:2" });
  const all = "http://127.0.0.1:4566";
  expect(endpoints("--endpoint-url", all, "--lambda-endpoint", "http://127.0.0.1:3001")).toEqual({
    dynamodb: all,
    eventBridge: all,
    lambda: "http://127.0.0.1:3001",
    s3: all,
    sns: all,
    sqs: all,
  });
});

it("refuses an address that is none", () => {
  expect(() => endpoints("--s3-endpoint", "nowhere")).toThrowError(new UsageError("'nowhere' is no URL"));
});

it("names every flag in its help", () => {
  const help = engineUsage("step-functions", ".data");
  for (const service of ["dynamodb", "eventbridge", "lambda", "s3", "sns", "sqs"]) {
    expect(help).toContain(`\n  --${service}-endpoint <url>`);
  }
});
