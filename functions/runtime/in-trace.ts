import type { Services } from "#agent/runtime/services.ts";
import type { FunctionName } from "#shared/contracts/functions/functions.ts";

/** Runs one invocation, and sends its spans if traces are on. Otherwise it loads nothing for them. */
export async function inTrace<Answer>(
  name: FunctionName,
  event: unknown,
  runtime: Pick<Services, "tracing" | "now" | "newId">,
  handle: () => Promise<Answer>,
): Promise<Answer> {
  if (!runtime.tracing.isOn) return handle();
  const { tracedInvocation } = await import("./traced-invocation.ts");
  return tracedInvocation(name, event, runtime, handle);
}
