import { afterEach, expect, it } from "vitest";
import { spanAttributes } from "#shared/contracts/farm/span-attributes.ts";
import type { SpanRecord } from "#shared/contracts/farm/span-record.ts";
import { jobSpanId, jobTraceId, stepSpanId } from "#shared/tracing/span-ids.ts";
import { openTracing, type SpanEnd, type Tracing } from "#shared/tracing/tracing.ts";
import { readTracingSettings } from "#shared/tracing/tracing-settings.ts";
import { startOtlpReceiver } from "../../tracing/otlp-receiver.ts";
import { jobIdOf } from "../storage/sample-records.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const span = (step: number): SpanRecord => ({
  traceId: jobTraceId(jobIdOf(1)),
  spanId: stepSpanId(jobIdOf(1), step),
  parentSpanId: jobSpanId(jobIdOf(1)),
  name: `step ${step}`,
  kind: "internal",
  startedAt: 1_767_225_600_000,
  endedAt: 1_767_225_601_500,
  attributes: { [spanAttributes.stepNumber]: step, [spanAttributes.stepActions]: ["tap", "wait"] },
  errorType: "ScreenChanged",
  links: [{ traceId: jobTraceId(jobIdOf(1)), spanId: stepSpanId(jobIdOf(1), 9) }],
});

function opened(url: string, more: Readonly<Record<string, string>> = {}) {
  const lines: string[] = [];
  const ends: Partial<Record<SpanEnd, number>> = {};
  const settings = readTracingSettings({
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    ...more,
  });
  const tracing: Tracing = openTracing(settings, {
    logger: { warn: (message, fields) => lines.push(`${message} ${JSON.stringify(fields)}`) },
    secretHeaders: async () => ({ "x-key": "secret" }),
    count: (end, spans) => {
      ends[end] = (ends[end] ?? 0) + spans;
    },
  });
  closing.push(() => tracing.close());
  return { tracing, lines, ends };
}
/** For collectors that do not answer: an export ends soon. */
const hasty = { OTEL_EXPORTER_OTLP_TIMEOUT: "300" } as const;
const collector = async (...given: Parameters<typeof startOtlpReceiver>) => {
  const started = await startOtlpReceiver(...given);
  closing.push(() => started.close());
  return started;
};

it("a span is sent with its times, attributes, status and links, and the headers that are secret", async () => {
  const { url, spans, requests } = await collector();
  const { tracing, ends } = opened(url);
  tracing.tell(span(1));
  await tracing.flush(30_000);
  expect(spans).toEqual(
    [
      {
        traceId: jobTraceId(jobIdOf(1)),
        spanId: stepSpanId(jobIdOf(1), 1),
        parentSpanId: jobSpanId(jobIdOf(1)),
        name: "step 1",
        kind: 1,
        start: 1_767_225_600_000,
        end: 1_767_225_601_500,
        isError: true,
        links: [stepSpanId(jobIdOf(1), 9)],
        attributes: {
          "drover.step.number": 1,
          "drover.step.actions": ["tap", "wait"],
          "error.type": "ScreenChanged",
        },
        status: { code: 2 },
        service: "drover",
      },
    ].map(({ status: _, ...one }) => expect.objectContaining(one)),
  );
  expect(requests[0]?.headers["x-key"]).toBe("secret");
  expect(ends).toEqual({ sent: 1 });
});

it("without another word it is protobuf, as collectors expect that know no JSON", async () => {
  const { url, requests } = await collector();
  const { tracing } = opened(url, { OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf" });
  tracing.tell(span(1));
  await tracing.flush(30_000);
  expect(requests[0]?.headers["content-type"]).toBe("application/x-protobuf");
  expect(requests[0]?.body.includes(Buffer.from(stepSpanId(jobIdOf(1), 1), "hex"))).toBe(true);
});

it("a collector that is away is said once and counted, and nobody waits for it again", async () => {
  const { url, close } = await startOtlpReceiver();
  await close();
  const { tracing, lines, ends } = opened(url, hasty);
  tracing.tell(span(1));
  await tracing.flush(30_000);
  for (let step = 2; step <= 5; step += 1) tracing.tell(span(step));
  await tracing.flush(30_000);
  // Nobody tried it again for that flush.
  expect(ends).toEqual({ failed: 1 });
  await tracing.close();
  expect(lines).toEqual([expect.stringContaining(`traces cannot be sent {"url":"${url}"`)]);
  await expect.poll(() => ends).toEqual({ failed: 5 });
});

it("a collector that never answers holds a flush up no longer than the flush allows", async () => {
  const { url } = await collector(() => "silent");
  const { tracing, ends } = opened(url, hasty);
  tracing.tell(span(1));
  await tracing.flush(50);
  // What was told is on its way still, as long as its own time lasts.
  expect(ends).toEqual({});
});

it("what waits is bounded: the newest spans are lost, and counted", async () => {
  const { url } = await collector(() => "silent");
  const { tracing, ends } = opened(url, hasty);
  for (let step = 1; step <= 3_000; step += 1) tracing.tell(span(step));
  expect(ends).toEqual({ dropped: 952 });
});
