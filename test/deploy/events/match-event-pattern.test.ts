import { expect, it } from "vitest";
import { matchesPattern } from "./match-event-pattern.ts";

const event = { source: "aws.states", detail: { status: "FAILED", redriveCount: 0, resources: ["a", "b"] } };

it("fits an event whose fields have one of the values each, however deep they lie", () => {
  expect(matchesPattern({ source: ["aws.s3", "aws.states"] }, event)).toBe(true);
  expect(matchesPattern({ source: ["aws.states"], detail: { status: ["FAILED"] } }, event)).toBe(true);
  expect(matchesPattern({ detail: { resources: ["b"] } }, event)).toBe(true);
  expect(matchesPattern({ source: ["aws.states"], detail: { status: ["ABORTED"] } }, event)).toBe(false);
  expect(matchesPattern({ detail: { error: ["x"] } }, event)).toBe(false);
  expect(matchesPattern({ detail: { status: { code: ["FAILED"] } } }, event)).toBe(false);
});

it("compares numbers as numbers and texts as they are written", () => {
  expect(matchesPattern({ detail: { redriveCount: [0] } }, event)).toBe(true);
  expect(matchesPattern({ detail: { redriveCount: ["0"] } }, event)).toBe(false);
  expect(matchesPattern({ detail: { status: ["failed"] } }, event)).toBe(false);
});

it("names an operator that it does not know, also where another field decides", () => {
  const pattern = { source: ["aws.s3"], detail: { status: [{ prefix: "F" }] } };
  expect(() => matchesPattern(pattern, event)).toThrow('{"prefix":"F"}');
  expect(() => matchesPattern({ $or: [{ source: ["aws.states"] }] }, event)).toThrow("$or");
  expect(() => matchesPattern({ source: "aws.states" }, event)).toThrow("source");
});
