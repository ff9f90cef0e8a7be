import type { Action } from "./action.ts";
import { deleteActivity, describeActivity, listActivities } from "./activities.ts";
import { createActivity } from "./create-activity.ts";
import { createStateMachine } from "./create-state-machine.ts";
import { deleteStateMachine } from "./delete-state-machine.ts";
import { describeExecution } from "./describe-execution.ts";
import { describeMapRun } from "./describe-map-run.ts";
import { describeStateMachine, describeStateMachineForExecution } from "./describe-state-machine.ts";
import { getActivityTask } from "./get-activity-task.ts";
import { getExecutionHistory } from "./get-execution-history.ts";
import { listExecutions } from "./list-executions.ts";
import { listMapRuns } from "./list-map-runs.ts";
import {
  listStateMachineAliases,
  listStateMachines,
  listStateMachineVersions,
} from "./list-state-machines.ts";
import { redriveExecution } from "./redrive-execution.ts";
import { sendTaskFailure, sendTaskHeartbeat, sendTaskSuccess } from "./send-task.ts";
import { startExecution } from "./start-execution.ts";
import { startSyncExecution } from "./start-sync-execution.ts";
import { stopExecution } from "./stop-execution.ts";
import { listTagsForResource, tagResource, untagResource } from "./tags.ts";
import { testState } from "./test-state.ts";
import { updateMapRun } from "./update-map-run.ts";
import { updateStateMachine } from "./update-state-machine.ts";
import { validateStateMachineDefinition } from "./validate-definition.ts";

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
