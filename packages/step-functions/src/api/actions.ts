import type { Action } from "./action.ts";
import { deleteActivity, describeActivity, listActivities } from "./activities.ts";
import { createActivity } from "./create-activity.ts";
import { describeExecution } from "./executions/describe-execution.ts";
import { describeMapRun } from "./executions/describe-map-run.ts";
import { getExecutionHistory } from "./executions/get-execution-history.ts";
import { listExecutions } from "./executions/list-executions.ts";
import { listMapRuns } from "./executions/list-map-runs.ts";
import { redriveExecution } from "./executions/redrive-execution.ts";
import { startExecution } from "./executions/start-execution.ts";
import { startSyncExecution } from "./executions/start-sync-execution.ts";
import { stopExecution } from "./executions/stop-execution.ts";
import { updateMapRun } from "./executions/update-map-run.ts";
import { getActivityTask } from "./get-activity-task.ts";
import { createStateMachine } from "./machines/create-state-machine.ts";
import { deleteStateMachine } from "./machines/delete-state-machine.ts";
import { describeStateMachine, describeStateMachineForExecution } from "./machines/describe-state-machine.ts";
import {
  listStateMachineAliases,
  listStateMachines,
  listStateMachineVersions,
} from "./machines/list-state-machines.ts";
import { updateStateMachine } from "./machines/update-state-machine.ts";
import { validateStateMachineDefinition } from "./machines/validate-definition.ts";
import { sendTaskFailure, sendTaskHeartbeat, sendTaskSuccess } from "./send-task.ts";
import { listTagsForResource, tagResource, untagResource } from "./tags.ts";
import { testState } from "./test-state.ts";

/** Every operation the engine answers, by the name in `X-Amz-Target`. What is not here is refused by name. */
export const actions: Readonly<Record<string, Action>> = {
  CreateActivity: createActivity,
  DeleteActivity: deleteActivity,
  DescribeActivity: describeActivity,
  ListActivities: listActivities,
  GetActivityTask: getActivityTask,
  StartSyncExecution: startSyncExecution,
  RedriveExecution: redriveExecution,
  DescribeMapRun: describeMapRun,
  ListMapRuns: listMapRuns,
  UpdateMapRun: updateMapRun,
  CreateStateMachine: createStateMachine,
  DeleteStateMachine: deleteStateMachine,
  DescribeExecution: describeExecution,
  DescribeStateMachine: describeStateMachine,
  DescribeStateMachineForExecution: describeStateMachineForExecution,
  GetExecutionHistory: getExecutionHistory,
  ListExecutions: listExecutions,
  ListStateMachineAliases: listStateMachineAliases,
  ListStateMachines: listStateMachines,
  ListStateMachineVersions: listStateMachineVersions,
  ListTagsForResource: listTagsForResource,
  SendTaskFailure: sendTaskFailure,
  SendTaskHeartbeat: sendTaskHeartbeat,
  SendTaskSuccess: sendTaskSuccess,
  StartExecution: startExecution,
  StopExecution: stopExecution,
  TagResource: tagResource,
  TestState: testState,
  UntagResource: untagResource,
  UpdateStateMachine: updateStateMachine,
  ValidateStateMachineDefinition: validateStateMachineDefinition,
};
