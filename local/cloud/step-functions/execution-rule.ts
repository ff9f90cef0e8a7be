import type { ExecutionStatusChange } from "@drover/step-functions";
import { BrokenStatus, endedMachines } from "#shared/contracts/farm/execution-event.ts";
import type { FunctionName } from "#shared/contracts/functions/functions.ts";
import type { WireService } from "#shared/http/wire.ts";

interface RuleOptions {
  /** Lambda's Invoke API. */
  readonly functions: WireService;
  readonly report: (line: string) => void;
  /** Between one try and the next. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

const target = "end-execution" satisfies FunctionName;
const machines: ReadonlySet<string | undefined> = new Set(endedMachines);
const broken: ReadonlySet<string> = new Set(BrokenStatus.options);
/** An asynchronous invocation is tried twice more. Lambda waits one and two minutes; the sweep handles what still fails. */
const pauses = [1_000, 2_000];

/**
 * The EventBridge rule of infra/stacks/workflow-stack.ts and its target: executions of those machines that failed, and the function that ends
 * what they left. Answers what takes the service's events.
 */
export function executionRule({ functions, report, pause }: RuleOptions) {
  const invoke = async (event: ExecutionStatusChange): Promise<boolean> => {
    const { status, headers } = await functions({
      method: "POST",
      path: `/2015-03-31/functions/${target}/invocations`,
      query: "",
      headers: {},
      body: Buffer.from(JSON.stringify(event)),
    });
    return status === 200 && headers["x-amz-function-error"] === undefined;
  };
  const deliver = async (event: ExecutionStatusChange): Promise<void> => {
    for (const milliseconds of [0, ...pauses]) {
      await pause(milliseconds);
      if (await invoke(event)) return;
    }
    report(`What ${event.detail.executionArn} left was not cleaned up; the next sweep will do it.`);
  };
  return (event: ExecutionStatusChange): void => {
    const { status, stateMachineArn } = event.detail;
    if (!broken.has(status) || !machines.has(stateMachineArn.split(":").at(-1))) return;
    // A thread that is about to end answers nobody.
    void deliver(event).catch(() => undefined);
  };
}
