import { describe, expect, it } from "vitest";
import { evaluatePolicies, PolicyDocument } from "./evaluate-policy.ts";
import { policyFor, ResourcePolicy } from "./resource-policy.ts";

const policy = (...Statement: readonly unknown[]) => [
  PolicyDocument.parse({ Version: "2012-10-17", Statement }),
];
const allowed = (over: object) => ({ Effect: "Allow", Action: "s3:*", Resource: "*", ...over });
const ask = (
  statements: readonly unknown[],
  context: Record<string, string | string[]> = {},
  resource = "r",
) => evaluatePolicies(policy(...statements), { action: "s3:GetObject", resource, context });

it("allows what a statement allows, refuses the rest, and lets a denial win", () => {
  expect(ask([allowed({})])).toBe("allowed");
  expect(ask([allowed({ Action: ["s3:put*", "S3:getobject"] })])).toBe("allowed");
  expect(ask([allowed({ Action: "s3:PutObject" })])).toBe("refused");
  expect(ask([allowed({}), { Effect: "Deny", Action: "*", Resource: "r" }])).toBe("denied");
});

it("fills variables in as they are, never as patterns, and not at all without a value", () => {
  const own = [allowed({ Resource: `t/\${aws:PrincipalTag/x}/*` })];
  expect(ask(own, { "aws:principaltag/x": "a" }, "t/a/b")).toBe("allowed");
  expect(ask(own, { "aws:PrincipalTag/x": "*" }, "t/a/b")).toBe("refused");
  expect(ask(own, {}, "t//b")).toBe("refused");
  expect(ask([allowed({ Resource: `t/\${*}` })], {}, "t/*")).toBe("allowed");
  expect(ask([allowed({ Resource: "a.c" })], {}, "abc")).toBe("refused");
});

it("holds a condition on every value of a list, which a missing key does too", () => {
  const every = [allowed({ Condition: { "ForAllValues:StringLike": { k: ["a#*"] } } })];
  expect(ask(every, { k: ["a#1", "a#2"] })).toBe("allowed");
  expect(ask(every, { k: ["a#1", "b#2"] })).toBe("refused");
  expect(ask(every)).toBe("allowed");
  const some = [allowed({ Condition: { "ForAnyValue:StringEquals": { k: "a" } } })];
  expect(ask(some, { k: ["b", "a"] })).toBe("allowed");
  expect(ask(some)).toBe("refused");
});

it("knows of a key whether it is there, and of an operator whether it asks that", () => {
  expect(ask([allowed({ Condition: { Null: { k: "false" } } })])).toBe("refused");
  expect(ask([allowed({ Condition: { Null: { k: "false" } } })], { k: "a" })).toBe("allowed");
  expect(ask([allowed({ Condition: { StringLike: { k: "a*" } } })])).toBe("refused");
  expect(ask([allowed({ Condition: { StringLikeIfExists: { k: "a*" } } })])).toBe("allowed");
  expect(ask([allowed({ Condition: { StringNotEquals: { k: "a" } } })])).toBe("allowed");
  expect(ask([allowed({ Condition: { Bool: { k: false } } })], { k: "false" })).toBe("allowed");
  expect(ask([allowed({ Condition: { NumericLessThan: { k: 1.2 } } })], { k: "1.1" })).toBe("allowed");
  expect(ask([allowed({ Condition: { NumericLessThan: { k: 1.2 } } })], { k: "1.2" })).toBe("refused");
});

it("fails at what it does not know, instead of passing over it", () => {
  expect(() => ask([allowed({ Condition: { DateLessThan: { k: "2026-01-01" } } })], { k: "2025" })).toThrow(
    "DateLessThan",
  );
  expect(() => policy({ Effect: "Allow", NotAction: "s3:*", Resource: "*" })).toThrow("NotAction");
});

describe("a resource's own policy", () => {
  const own = ResourcePolicy.parse({
    Version: "2012-10-17",
    Statement: [
      {
        Effect: "Deny",
        Principal: "*",
        Action: "s3:*",
        Resource: "r",
        Condition: { Bool: { "aws:SecureTransport": "false" } },
      },
      { Effect: "Allow", Principal: { AWS: "arn:aws:iam::1:role/a" }, Action: "s3:GetObject", Resource: "r" },
      { Effect: "Allow", Principal: { Service: "sns.amazonaws.com" }, Action: "s3:PutObject", Resource: "r" },
    ],
  });
  const decided = (roleArn: string, action: string, secure = "true") =>
    evaluatePolicies([policyFor(own, roleArn)], {
      action,
      resource: "r",
      context: { "aws:SecureTransport": secure },
    });

  it("allows whom it names, forbids whomever it means, and says nothing to anybody else", () => {
    expect(decided("arn:aws:iam::1:role/a", "s3:GetObject")).toBe("allowed");
    expect(decided("arn:aws:iam::1:role/b", "s3:GetObject")).toBe("refused");
    expect(decided("arn:aws:iam::1:role/a", "s3:PutObject")).toBe("refused");
    expect(decided("arn:aws:iam::1:role/a", "s3:GetObject", "false")).toBe("denied");
  });

  it("is refused where it names somebody in a way that is not known here", () => {
    const named = { Effect: "Allow", Principal: { Federated: "x" }, Action: "*", Resource: "*" };
    expect(() => ResourcePolicy.parse({ Version: "2012-10-17", Statement: [named] })).toThrow("Federated");
  });
});
