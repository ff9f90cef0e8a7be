import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { importsOf } from "./layers.ts";
import { productSources } from "./source-tree.ts";

const root = path.resolve(import.meta.dirname, "../..");
const imported = new Set(productSources().flatMap(importsOf));

describe("what Drover is built on", () => {
  it.each([
    "aws-cdk-lib",
    "@aws-sdk/client-s3",
    "@aws-sdk/client-sfn",
    "@aws-sdk/client-dynamodb",
    "@devicefarmer/adbkit",
    "zod",
    "@anthropic-ai/sdk",
    "@middy/core",
  ])("[spec C1] is %s, which the product's TypeScript imports", (name) => {
    expect([...imported].filter((one) => one === name || one.startsWith(`${name}/`))).not.toEqual([]);
  });

  it.each([
    "package.json",
    "tsconfig.json",
    "README.md",
    "infra",
    "functions",
    "device-host",
    "state-machines",
    "shared",
    "test",
  ])("[spec C2] lies where one looks for it: %s", (name) => {
    expect(existsSync(path.join(root, name))).toBe(true);
  });
});
