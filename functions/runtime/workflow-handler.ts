import middy, { type MiddlewareObj } from "@middy/core";
import type { Context } from "aws-lambda";
import * as z from "zod";
import { errorFields, withContext } from "#agent/environment/runtime-logger.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import type { FunctionName } from "#shared/contracts/functions/functions.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { toWireError } from "#shared/errors/wire-error.ts";
import { inTrace } from "./in-trace.ts";
import { runtimeFor, runtimeLogger } from "./runtime.ts";

interface WorkflowFunction<Name extends FunctionName, Input extends z.ZodType, Output extends z.ZodType> {
  readonly name: Name;
  readonly input: Input;
  readonly output: Output;
  readonly handle: (input: z.output<Input>, runtime: Runtime<Name>) => Promise<z.output<Output>>;
}

/**
 * One state's function: input and output are checked against their contracts, and an error is thrown with its code as name, which
 * is what `ErrorEquals` matches, and with the whole of it as JSON in its message.
 */
export function workflowHandler<Name extends FunctionName, Input extends z.ZodType, Output extends z.ZodType>(
  state: WorkflowFunction<Name, Input, Output>,
) {
  const { name, input, output, handle } = state;
  // Middy's own early timeout would turn Lambda's into an error of another name.
  return middy<unknown, z.output<Output>>({ timeoutEarlyInMillis: 0 })
    .use(invocationErrors(name))
    .handler(async (event: unknown, context: Context) => {
      const parsed = fitting(input, event, `the input of ${name}`);
      const runtime = runtimeFor(name);
      const logger = withContext(runtime.logger, {
        ...logContext(event),
        function: name,
        requestId: context.awsRequestId,
      });
      logger.debug("invoked");
      const work = () => handle(parsed, { ...runtime, logger });
      return fitting(output, await inTrace(name, event, runtime, work), `the output of ${name}`);
    });
}

function fitting<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new DroverError("SchemaMismatch", `${what} does not fit: ${z.prettifyError(parsed.error)}`, {
    cause: parsed.error,
  });
}

/** Only ids: a task's text must not be logged. */
const LogContext = z.object({
  tenantId: z.string().max(100).optional().catch(undefined),
  jobId: z.string().max(100).optional().catch(undefined),
  stepNumber: z.number().optional().catch(undefined),
});
const logContext = (event: unknown) => LogContext.safeParse(event).data ?? {};

/** Lambda reports `name` as errorType and `message` as errorMessage: all that Step Functions learns of an error. */
class InvocationError extends Error {
  constructor(error: unknown) {
    const wire = toWireError(error);
    super(JSON.stringify(wire), { cause: error });
    this.name = wire.code;
  }
}

const invocationErrors = (name: FunctionName): MiddlewareObj => ({
  onError: (request) => {
    runtimeLogger().error("failed", {
      ...logContext(request.event),
      function: name,
      ...errorFields(request.error),
    });
    request.error = new InvocationError(request.error);
  },
});
