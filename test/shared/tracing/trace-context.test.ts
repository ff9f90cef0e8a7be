import fc from "fast-check";
import { expect, it } from "vitest";
import { TraceSampler } from "#shared/contracts/farm/tracing-config.ts";
import { isSampled } from "#shared/tracing/sampling.ts";
import { jobSpanId, jobTraceId, stepSpanId } from "#shared/tracing/span-ids.ts";
import { readTraceparent, traceparentOf } from "#shared/tracing/traceparent.ts";
import { jobIdOf } from "../storage/sample-records.ts";

const hex = (length: number) =>
  fc
    .array(fc.constantFrom(..."0123456789abcdef"), { minLength: length, maxLength: length })
    .map((digits) => digits.join(""))
    .filter((text) => /[^0]/.test(text));

it("a traceparent that is written is read as what was written", () => {
  fc.assert(
    fc.property(hex(32), hex(16), fc.boolean(), (traceId, spanId, sampled) => {
      expect(readTraceparent(traceparentOf({ traceId, spanId, sampled }))).toEqual({
        traceId,
        spanId,
        sampled,
      });
    }),
  );
});

it("no text makes reading a traceparent fail, and what is read is whole", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-f]{2}-[0-9a-f]{30,34}-[0-9a-f]{16}-[0-9a-f]{2}.?$/)),
      (text) => {
        const read = readTraceparent(text);
        if (read !== null) expect(text).toContain(`${read.traceId}-${read.spanId}`);
      },
    ),
  );
});

const [trace, span] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];
it.each([
  ["a later version with more behind it", `cc-${trace}-${span}-01-what-the-future-brings`, true],
  ["version 00 with more behind it", `00-${trace}-${span}-01-more`, false],
  ["version ff", `ff-${trace}-${span}-01`, false],
  ["a trace of zeros", `00-${"0".repeat(32)}-${span}-01`, false],
  ["a span of zeros", `00-${trace}-${"0".repeat(16)}-01`, false],
  ["capitals", `00-${trace.toUpperCase()}-${span}-01`, false],
  ["nothing", "", false],
])("W3C Trace Context: %s", (_what, text, isRead) => {
  expect(readTraceparent(text) !== null).toBe(isRead);
});

it("ids of jobs and steps are the same wherever they are made, and others for other steps", () => {
  const [one, other] = [jobIdOf(1), jobIdOf(2)];
  expect(stepSpanId(one, 3)).toBe(stepSpanId(one, 3));
  const ids = [
    jobSpanId(one),
    jobSpanId(other),
    stepSpanId(one, 1),
    stepSpanId(one, 2),
    stepSpanId(other, 1),
  ];
  expect(new Set(ids).size).toBe(ids.length);
  expect([jobTraceId(one), jobSpanId(one)]).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}$/),
    expect.stringMatching(/^[0-9a-f]{16}$/),
  ]);
});

it("a ratio has about its share of traces sent, and always the same ones", () => {
  const ids = Array.from({ length: 2_000 }, (_, at) => jobTraceId(jobIdOf(at + 1)));
  const chosen = (ratio: number) => ids.filter((id) => isSampled({ name: "traceidratio", ratio }, id, null));
  const quarter = chosen(0.25);
  expect(quarter.length).toBeGreaterThan(400);
  expect(quarter.length).toBeLessThan(600);
  expect(chosen(0.5)).toEqual(expect.arrayContaining(quarter));
  expect([chosen(0).length, chosen(1).length]).toEqual([0, ids.length]);
});

it("samplers that ask the parent do as the caller decided; the others do not ask", () => {
  const sent = (parent: boolean | null) =>
    TraceSampler.options.filter((name) => isSampled({ name, ratio: 1 }, jobTraceId(jobIdOf(1)), parent));
  expect(sent(null)).toEqual([
    "always_on",
    "traceidratio",
    "parentbased_always_on",
    "parentbased_traceidratio",
  ]);
  expect(sent(false)).toEqual(["always_on", "traceidratio"]);
  expect(sent(true)).toEqual([
    "always_on",
    "traceidratio",
    "parentbased_always_on",
    "parentbased_always_off",
    "parentbased_traceidratio",
  ]);
});
