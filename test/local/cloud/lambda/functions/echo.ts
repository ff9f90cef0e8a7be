import type { LambdaContext } from "#local/cloud/lambda/lambda-context.ts";

interface EchoEvent {
  readonly throw?: { readonly name: string; readonly message: string };
  readonly never?: boolean;
  /** Answers once the test lets it, by the promise that it put at `heldCalls`. */
  readonly held?: boolean;
  readonly answerBytes?: number;
}

/** Answers with what it was given; or throws, never answers or answers too much, as the event asks. */
export async function handler(event: EchoEvent, context: LambdaContext): Promise<unknown> {
  if (event.throw) throw Object.assign(new Error(event.throw.message), { name: event.throw.name });
  if (event.never) await new Promise(() => undefined);
  if (event.held) await (globalThis as { heldCalls?: Promise<void> }).heldCalls;
  if (event.answerBytes) return "x".repeat(event.answerBytes);
  return {
    event,
    requestId: context.awsRequestId,
    arn: context.invokedFunctionArn,
    remaining: context.getRemainingTimeInMillis(),
    greeting: process.env.ECHO_GREETING,
    modelKey: process.env.ANTHROPIC_API_KEY,
  };
}
