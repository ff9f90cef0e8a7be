import { DescribeExecutionCommand, ExecutionDoesNotExist } from "@aws-sdk/client-sfn";
import type { Services } from "#agent/runtime/services.ts";
import { BrokenStatus } from "#shared/contracts/farm/execution-event.ts";

/** `open`: it runs, or is about to. `unknown`: the service has none of this name, or has it no more. */
export interface ExecutionFound {
  readonly is: "open" | "succeeded" | "broken" | "unknown";
  /** JSON. */
  readonly input: string;
  /** What it ended with, for people. */
  readonly words: string;
  readonly endedAt: number;
  /** Whoever stopped it means to redrive it: what it left stays open meanwhile, device and all (docs/faults.md D15). */
  readonly isKept: boolean;
}

/** What an operator stops an execution with that is to be redriven. */
const maintenance = "Maintenance";
const maintenanceMilliseconds = 3_600_000;

export async function describeExecution(
  executionArn: string,
  { clients, now }: Pick<Services, "clients" | "now">,
): Promise<ExecutionFound> {
  const sfn = await clients.sfn();
  const found = await sfn.send(new DescribeExecutionCommand({ executionArn })).catch((error: unknown) => {
    if (error instanceof ExecutionDoesNotExist) return null;
    throw error;
  });
  if (found === null) return { is: "unknown", input: "{}", words: "", endedAt: 0, isKept: false };
  const { input = "{}", status = "", error, cause, stopDate } = found;
  const endedAt = stopDate?.getTime() ?? 0;
  const isBroken = BrokenStatus.safeParse(status).success;
  const words = [status, error, cause?.slice(0, 300)].filter((word) => word !== undefined && word !== "");
  return {
    is: isBroken ? "broken" : status === "SUCCEEDED" ? "succeeded" : "open",
    input,
    words: words.join(": "),
    endedAt,
    isKept:
      status === "ABORTED" && error === maintenance && now().getTime() - endedAt < maintenanceMilliseconds,
  };
}
