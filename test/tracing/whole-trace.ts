import { expect } from "vitest";
import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import { type ReceivedSpan, traceFaults } from "./otlp-receiver.ts";

export const named = (spans: readonly ReceivedSpan[], name: string) =>
  spans.filter((span) => span.name === name);
export const modelCalls = (spans: readonly ReceivedSpan[]) =>
  spans.filter(({ attributes }) => attributes["gen_ai.operation.name"] === "chat");
/** Each process sends its own when it comes to it. */
export const isWhole = (spans: readonly ReceivedSpan[], job: JobResponse): boolean =>
  modelCalls(spans).length === job.usage.calls && traceFaults(spans, job.trace?.parentSpanId).length === 0;

const sum = (spans: readonly ReceivedSpan[], attribute: string): number =>
  spans.reduce((total, { attributes }) => total + Number(attributes[attribute] ?? 0), 0);

/** Parentage, times and tokens. */
export function expectWhole(spans: readonly ReceivedSpan[], job: JobResponse): void {
  expect(traceFaults(spans, job.trace?.parentSpanId)).toEqual([]);
  const calls = modelCalls(spans);
  const { usage } = job;
  expect({
    calls: calls.length,
    inputTokens: sum(calls, "gen_ai.usage.input_tokens"),
    outputTokens: sum(calls, "gen_ai.usage.output_tokens"),
  }).toEqual({ calls: usage.calls, inputTokens: usage.inputTokens, outputTokens: usage.outputTokens });
  expect(new Set(spans.map(({ service }) => service))).toEqual(new Set(["my-farm"]));
}
