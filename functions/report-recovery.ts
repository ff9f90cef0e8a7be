import { commandFailed } from "#agent/recovery/command-failed.ts";
import { onceATurn } from "#agent/recovery/once-a-turn.ts";
import { reportTurn } from "#agent/recovery/report-turn.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import { RecoveryTurn, ReportRecoveryInput } from "#shared/contracts/recovery/recovery-turn.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

/** Reports the step's result, and whether the plan continues, is replaced or ends (docs/spec.md E2). */
const reportRecovery = (
  input: ReportRecoveryInput,
  runtime: Runtime<"report-recovery">,
): Promise<RecoveryTurn> =>
  onceATurn(input, runtime, (state) =>
    input.failure === null
      ? reportTurn({ input, state, runtime })
      : commandFailed({ input, state, runtime }, input.failure),
  );

export const handler = workflowHandler({
  name: "report-recovery",
  input: ReportRecoveryInput,
  output: RecoveryTurn,
  handle: reportRecovery,
});
