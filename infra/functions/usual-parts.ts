import type { FunctionName } from "#shared/contracts/functions/functions.ts";

const table = ["clients/dynamodb-client", "table/reads-together"];
const objects = ["clients/s3-client", "artifacts/artifacts"];
const tasks = ["clients/sfn-client"];
const repositories = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `${name}-repository`);

const jobs = [...table, ...repositories("jobs/job")];
const screens = [...jobs, ...objects, ...repositories("jobs/step"), "../contracts/protocol/semantic-ui-tree"];
const models = [...repositories("limits/allowance"), "../../agent/governor/model-governor"];
const asking = [...screens, ...models];
const recovering = [...asking, ...repositories("jobs/recovery")];
const jobEnd = [
  ...jobs,
  ...objects,
  "webhooks/event-recorder",
  ...repositories("jobs/step", "errors/error", "jobs/plan", "jobs/question", "jobs/recovery"),
];
const batch = [...table, ...repositories("batches/batch", "batches/batch-item", "limits/farm-switch")];

/**
 * Modules, seen from shared/storage/, that nearly every call of a function needs, and that its start reads for that reason. Lambda starts
 * a process at full speed and gives a call the share of a processor that its memory pays for, so a part read later is more expensive; one
 * that is missing here is only slower, because the runtime loads it when it is asked (functions/runtime/late-parts.ts).
 */
const usual: { readonly [Name in FunctionName]: readonly string[] } = {
  "prepare-job": [...jobs, ...repositories("limits/farm-switch")],
  "predict-action": [...asking, ...repositories("jobs/plan", "limits/farm-switch")],
  "verify-step": [...objects, "../contracts/protocol/semantic-ui-tree"],
  "map-error": [...jobs, ...repositories("errors/error", "jobs/step")],
  "finish-job": jobEnd,
  "make-plan": [...asking, ...repositories("jobs/plan")],
  "check-progress": asking,
  "check-completion": asking,
  "open-callback": [...jobs, ...objects, ...repositories("limits/farm-switch")],
  "call-tool": [...jobs, ...repositories("jobs/step")],
  "plan-recovery": recovering,
  "act-recovery": recovering,
  "report-recovery": recovering,
  "end-recovery": [...jobs, ...repositories("errors/error", "jobs/step", "jobs/recovery")],
  "decompose-task": [...jobs, ...models, ...repositories("limits/farm-switch")],
  "next-subtask": [...jobs, ...repositories("limits/farm-switch")],
  "finish-workflow": [...jobEnd, ...repositories("limits/farm-switch")],
  "run-schedule": [...table, ...objects, ...repositories("devices/pool", "batches/schedule")],
  "begin-roles": [...jobs, ...repositories("limits/farm-switch", "jobs/gathering-turn", "jobs/role-board")],
  "settle-role": [...jobs, ...repositories("jobs/gathering-turn", "jobs/role-board")],
  "finish-roles": [
    ...jobEnd,
    ...repositories("limits/farm-switch", "jobs/gathering-turn", "jobs/role-board"),
  ],
  "check-manifest": [...table, ...objects, ...repositories("batches/batch")],
  "prepare-round": [...batch, ...objects, ...repositories("jobs/task-history")],
  "take-item": [...batch, ...objects, ...repositories("jobs/job")],
  "settle-item": [...batch, ...repositories("jobs/job", "jobs/task-history")],
  "finish-batch": [...batch, ...objects],
  "sweep-executions": [
    ...jobs,
    ...tasks,
    "clients/sqs-client",
    ...repositories("devices/device", "devices/host", "devices/pool"),
  ],
  "retire-hosts": [...table, "clients/sqs-client", ...repositories("devices/device", "devices/host")],
  "end-execution": [...jobs, ...tasks],
  "fail-dead-letters": tasks,
  "deliver-webhooks": [
    ...table,
    "clients/secrets-manager-client",
    ...repositories("webhooks/webhook", "webhooks/webhook-delivery"),
  ],
  "add-tenant-claim": [],
  // A request for a job, its steps or its pictures: the others load what they need with the first of them.
  api: [...jobs, ...objects, ...repositories("jobs/step")],
};

/** The files, from the top of the project. */
export const usualParts = (name: FunctionName): readonly string[] =>
  usual[name].map((part) => `shared/storage/${part}.ts`);
