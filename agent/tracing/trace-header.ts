import { runtimeEnvironment } from "../environment/runtime-environment.ts";

/** X-Ray's header of the invocation under way, as Lambda has it in the environment; undefined where nobody traces. */
export const traceHeader = (): string | undefined => runtimeEnvironment()._X_AMZN_TRACE_ID;

/** The same with a message, so that who reads it may continue with the trace. */
export function tracedMessage() {
  const header = traceHeader();
  return header === undefined
    ? {}
    : { MessageSystemAttributes: { AWSTraceHeader: { DataType: "String", StringValue: header } } };
}
