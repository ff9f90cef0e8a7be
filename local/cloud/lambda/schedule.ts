import type { LambdaHost } from "./lambda-host.ts";

interface ScheduleOptions {
  readonly lambda: Pick<LambdaHost, "invoke">;
  readonly functionName: string;
  readonly everyMinutes: number;
  /** What it is told. */
  readonly event?: object;
}

const minute = 60_000;

/** An EventBridge rule `rate(n minutes)` whose target is a function. A call that fails is no matter: the next one comes. */
export function startSchedule({ lambda, functionName, everyMinutes, event = {} }: ScheduleOptions): {
  close(): void;
} {
  const call = () => void lambda.invoke(functionName, event).catch(() => undefined);
  const timer = setInterval(call, everyMinutes * minute);
  return { close: () => clearInterval(timer) };
}
