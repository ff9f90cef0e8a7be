import type { Action } from "./action.ts";
import { createStateMachine } from "./create-state-machine.ts";
import { deleteStateMachine } from "./delete-state-machine.ts";
import { describeExecution } from "./describe-execution.ts";
import { describeStateMachine, describeStateMachineForExecution } from "./describe-state-machine.ts";
import { getExecutionHistory } from "./get-execution-history.ts";
import { listExecutions } from "./list-executions.ts";
import { listStateMachines } from "./list-state-machines.ts";
import { sendTaskFailure } from "./send-task-failure.ts";
import { sendTaskHeartbeat } from "./send-task-heartbeat.ts";
import { sendTaskSuccess } from "./send-task-success.ts";
import { startExecution } from "./start-execution.ts";
import { stopExecution } from "./stop-execution.ts";
import { updateStateMachine } from "./update-state-machine.ts";
import { validateStateMachineDefinition } from "./validate-definition.ts";

/** Every operation the engine answers, by the name in `X-Amz-Target`. What is not here is refused by name. */
export const actions: Readonly<Record<string, Action>> = {
  CreateStateMachine: createStateMachine,
  DeleteStateMachine: deleteStateMachine,
  DescribeExecution: describeExecution,
  DescribeStateMachine: describeStateMachine,
  DescribeStateMachineForExecution: describeStateMachineForExecution,
  GetExecutionHistory: getExecutionHistory,
  ListExecutions: listExecutions,
  ListStateMachines: listStateMachines,
  SendTaskFailure: sendTaskFailure,
  SendTaskHeartbeat: sendTaskHeartbeat,
  SendTaskSuccess: sendTaskSuccess,
  StartExecution: startExecution,
  StopExecution: stopExecution,
  UpdateStateMachine: updateStateMachine,
  ValidateStateMachineDefinition: validateStateMachineDefinition,
};
