import type { Action } from "./action.ts";
import { createActivity } from "./create-activity.ts";
import { createStateMachine } from "./create-state-machine.ts";
import { deleteActivity } from "./delete-activity.ts";
import { deleteStateMachine } from "./delete-state-machine.ts";
import { describeActivity } from "./describe-activity.ts";
import { describeExecution } from "./describe-execution.ts";
import { describeMapRun } from "./describe-map-run.ts";
import { describeStateMachine, describeStateMachineForExecution } from "./describe-state-machine.ts";
import { getActivityTask } from "./get-activity-task.ts";
import { getExecutionHistory } from "./get-execution-history.ts";
import { listActivities } from "./list-activities.ts";
import { listExecutions } from "./list-executions.ts";
import { listMapRuns } from "./list-map-runs.ts";
import { listStateMachineAliases, listStateMachineVersions } from "./list-state-machine-versions.ts";
import { listStateMachines } from "./list-state-machines.ts";
import { listTagsForResource } from "./list-tags-for-resource.ts";
import { redriveExecution } from "./redrive-execution.ts";
import { sendTaskFailure } from "./send-task-failure.ts";
import { sendTaskHeartbeat } from "./send-task-heartbeat.ts";
import { sendTaskSuccess } from "./send-task-success.ts";
import { startExecution } from "./start-execution.ts";
import { startSyncExecution } from "./start-sync-execution.ts";
import { stopExecution } from "./stop-execution.ts";
import { tagResource } from "./tag-resource.ts";
import { testState } from "./test-state.ts";
import { untagResource } from "./untag-resource.ts";
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
