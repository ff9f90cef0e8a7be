import { afterEach, expect, it } from "vitest";
import { tracedMessage, traceHeader } from "#agent/tracing/trace-header.ts";
import { configureRuntime } from "#functions/runtime/runtime.ts";

afterEach(() => configureRuntime({}));

it("what a function starts or sends goes on with the trace of its invocation, where there is one", () => {
  const header = "Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=1";
  configureRuntime({ environment: { _X_AMZN_TRACE_ID: header } });
  expect(traceHeader()).toBe(header);
  expect(tracedMessage()).toEqual({
    MessageSystemAttributes: { AWSTraceHeader: { DataType: "String", StringValue: header } },
  });
  configureRuntime({ environment: {} });
  expect([traceHeader(), tracedMessage()]).toEqual([undefined, {}]);
});
