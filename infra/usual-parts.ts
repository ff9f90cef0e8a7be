import type { FunctionName } from "#shared/contracts/functions/functions.ts";

const table = ["clients/dynamodb-client"];
const objects = ["clients/s3-client", "artifacts"];
const tasks = ["clients/sfn-client"];
const repositories = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `${name}-repository`);

const jobs = [...table, ...repositories("job")];
const screens = [...jobs, ...objects, ...repositories("step"), "../contracts/protocol/semantic-ui-tree"];
const models = [...repositories("allowance"), "../../agent/governor/model-governor"];
const asking = [...screens, ...models];
const recovering = [...asking, ...repositories("recovery")];
const jobEnd = [...jobs, ...objects, ...repositories("step", "error", "plan", "question", "recovery")];
const batch = [...table, ...repositories("batch", "batch-item", "farm-switch")];

/**
 * Modules, seen from shared/storage/, that nearly every call of a function needs, and that its start reads for that reason. Lambda starts
 * a process at full speed and gives a call the share of a processor that its memory pays for, so a part read later is dearer; one
 * that is missing here is only slower, because the runtime loads it when it is asked (functions/runtime/late-parts.ts).
 */
const usual: { readonly [Name in FunctionName]: readonly string[] } = {
  "prepare-job": [...jobs, ...repositories("farm-switch")],
  "predict-action": [...asking, ...repositories("plan", "farm-switch")],
  "verify-step": screens,
  "map-error": [...jobs, ...repositories("error", "step")],
  "finish-job": jobEnd,
  "make-plan": [...asking, ...repositories("plan")],
  "check-progress": asking,
  "check-completion": asking,
  "open-callback": [...jobs, ...objects, ...repositories("farm-switch")],
  "call-tool": [...jobs, ...repositories("step")],
  "plan-recovery": recovering,
  "act-recovery": recovering,
  "report-recovery": recovering,
  "end-recovery": [...jobs, ...repositories("error", "step", "recovery")],
  "decompose-task": [...jobs, ...models, ...repositories("farm-switch")],
  "next-subtask": [...jobs, ...repositories("farm-switch")],
  "finish-workflow": [...jobEnd, ...repositories("farm-switch")],
  "run-schedule": [...table, ...objects, ...repositories("pool", "schedule")],
  "begin-roles": [...jobs, ...repositories("farm-switch", "gathering-turn", "role-board")],
  "settle-role": [...jobs, ...repositories("gathering-turn", "role-board")],
  "finish-roles": [...jobEnd, ...repositories("farm-switch", "gathering-turn", "role-board")],
  "check-manifest": [...table, ...objects, ...repositories("batch")],
  "prepare-round": [...batch, ...objects, ...repositories("task-history")],
  "take-item": [...batch, ...objects, ...repositories("job")],
  "settle-item": [...batch, ...repositories("job", "task-history")],
  "finish-batch": [...batch, ...objects],
  "sweep-executions": [...jobs, ...tasks, "clients/sqs-client", ...repositories("device", "host", "pool")],
  "retire-hosts": [...table, "clients/sqs-client", ...repositories("device", "host")],
  "end-execution": [...jobs, ...tasks],
  "fail-dead-letters": tasks,
  "deliver-webhooks": [
    ...table,
    "clients/secrets-manager-client",
    ...repositories("webhook", "webhook-delivery"),
  ],
  "add-tenant-claim": [],
  // A request for a job, its steps or its pictures: the others load what they need with the first of them.
  api: [...jobs, ...objects, ...repositories("step")],
};

/** The files, from the top of the project. */
export const usualParts = (name: FunctionName): readonly string[] =>
  usual[name].map((part) => `shared/storage/${part}.ts`);
