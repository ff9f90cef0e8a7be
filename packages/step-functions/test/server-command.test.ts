import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { engineUsage, readEngineArguments, startEngineServer, UsageError } from "../src/server-command.ts";

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

it("takes how durable a commit is to be, and nothing else for it", () => {
  const durability = (...args: string[]) => readEngineArguments(args, ".data")?.durability;
  expect([durability(), durability("--durability", "full")]).toEqual(["normal", "full"]);
  expect(() => durability("--durability", "off")).toThrowError(
    new UsageError("give --durability normal or full"),
  );
});

it("says what to do about a journal that is no database", async () => {
  const dir = mkdtempSync(join(tmpdir(), "no-journal-"));
  writeFileSync(join(dir, "step-functions.sqlite"), "no database ".repeat(1_000));
  const options = readEngineArguments([], dir);
  if (options === null) throw new Error("no options");
  await expect(startEngineServer(options)).rejects.toThrowError(
    /the journal in .* is damaged \(file is not a database\); put back a copy of the folder, or move it away/,
  );
  rmSync(dir, { recursive: true });
});

it("names every flag in its help", () => {
  const help = engineUsage("step-functions", ".data");
  for (const service of ["dynamodb", "eventbridge", "lambda", "s3", "sns", "sqs"]) {
    expect(help).toContain(`\n  --${service}-endpoint <url>`);
  }
});
