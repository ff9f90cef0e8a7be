import * as z from "zod";
import type { Observation } from "../../contracts/device/observation.ts";
import type { SnapshotId } from "../../contracts/device/snapshot.ts";
import type { Intervention } from "../../contracts/step/intervention.ts";
import { type ActionOutcome, Step, type StepApproval, type StepTimings } from "../../contracts/step/step.ts";
import type { StepFinding } from "../../contracts/step/step-finding.ts";
import type {
  CompletionCheck,
  ProgressCheck,
  ToolResult,
  Verification,
} from "../../contracts/step/step-findings.ts";
import type { StoredAction } from "../../contracts/step/stored-action.ts";
import type { ErrorId, JobId, TenantId, Timestamp } from "../../contracts/values/ids.ts";
import { defined } from "../../values/defined.ts";
import { decodeCursor, encodeCursor, type Page, type PageRequest } from "../table/cursor.ts";
import type { TableAccess } from "../table/entity-setup.ts";
import { operationsOn } from "../table/operations-on.ts";
import { readPage } from "../table/read-page.ts";
import { changeItem, readItem, storageCall, wrote } from "../table/storage-call.ts";
import { checked } from "../table/stored.ts";
import type { TableWrite } from "../table/transaction.ts";
import { createStepEntity, parseStep, parseSteps, type StepEntity } from "./step-entity.ts";

export interface StepKey {
  readonly tenantId: TenantId;
  readonly jobId: JobId;
  readonly stepNumber: number;
}

/** What the host adds; timings it did not measure stay as they are. */
export interface StepCompletion extends StepKey {
  readonly performedAt: Timestamp;
  readonly outcome: ActionOutcome;
  /** Of each of the actions that the host was sent, in their order. */
  readonly actionOutcomes?: readonly ActionOutcome[];
  /** What middleware had done in place of them; null: nothing else. */
  readonly performedActions?: readonly (StoredAction | null)[];
  readonly after?: Observation | undefined;
  /** What a person did meanwhile. */
  readonly interventions?: readonly Intervention[];
  readonly timings?: Partial<StepTimings>;
  readonly errorId?: ErrorId | undefined;
  readonly snapshotId?: SnapshotId | undefined;
}

const keyOf = ({ tenantId, jobId, stepNumber }: StepKey) => ({ tenantId, jobId, stepNumber });
const lastStepNumber = 9_999;

export function createStepRepository(access: TableAccess) {
  const entity = createStepEntity(access);
  return { ...createStepReads(entity), ...createStepWrites(entity) };
}

const createStepReads = (entity: StepEntity) => operationsOn(entity, { get, between, from, some, list });

const range = (
  entity: StepEntity,
  job: Pick<StepKey, "tenantId" | "jobId">,
  first: number,
  last = lastStepNumber,
) => entity.query.primary(job).between({ stepNumber: first }, { stepNumber: last });

async function get(entity: StepEntity, tenantId: TenantId, jobId: JobId, stepNumber: number) {
  const [step] = await between(entity, tenantId, jobId, stepNumber, stepNumber + 1);
  return step?.stepNumber === stepNumber ? step : null;
}

/** Those of these numbers that are there, in order. Read one by one, so that they share a call with other reads. */
async function between(entity: StepEntity, tenantId: TenantId, jobId: JobId, first: number, last: number) {
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const items = await Promise.all(
    numbers.map((stepNumber) =>
      readItem("read the step", (found) => found, entity.get({ tenantId, jobId, stepNumber })),
    ),
  );
  return parseSteps(items.filter((item) => item !== null));
}

/** All from that one on, in order. */
async function from(
  entity: StepEntity,
  tenantId: TenantId,
  jobId: JobId,
  first: number,
  last = lastStepNumber,
) {
  const { data } = await storageCall("list the steps", () =>
    range(entity, { tenantId, jobId }, first, last).go({ pages: "all", consistent: true }),
  );
  return parseSteps(data);
}

/** So many from that one on, in order. */
const some = async (entity: StepEntity, tenantId: TenantId, jobId: JobId, first: number, limit: number) =>
  (await from(entity, tenantId, jobId, first, first + limit)).slice(0, limit);

/** In order from the first step, or from the last with `newestFirst`. */
async function list(
  entity: StepEntity,
  tenantId: TenantId,
  jobId: JobId,
  request: PageRequest & { newestFirst?: boolean },
): Promise<Page<Step>> {
  const { cursor, newestFirst = false } = request;
  const list = `${tenantId}/jobs/${jobId}/steps/${newestFirst ? "newest" : "oldest"}`;
  const after = cursor === undefined ? undefined : Number(decodeCursor(list, cursor, StepPlace));
  const first = after === undefined || newestFirst ? 1 : after + 1;
  const last = after === undefined || !newestFirst ? lastStepNumber : after - 1;
  if (first > last) return { items: [] };
  return readPage({
    operation: "list the steps",
    request,
    find: async (limit) => {
      // The one after a page's newest step says what was found of that.
      const beyond = last < lastStepNumber ? 1 : 0;
      const { data, ...found } = await range(entity, { tenantId, jobId }, first, last + beyond).go({
        order: newestFirst ? "desc" : "asc",
        limit: limit + beyond,
        consistent: true,
      });
      const steps = parseSteps(newestFirst ? data.toReversed() : data);
      return { ...found, data: steps.filter(({ stepNumber }) => stepNumber <= last) };
    },
    parse: (step) => step as Step,
    place: (step) => String(step.stepNumber).padStart(4, "0"),
    newestFirst,
    cursorAfter: (step) => encodeCursor(list, String(step.stepNumber)),
  });
}

const StepPlace = z.string().regex(/^[1-9][0-9]{0,3}$/);

const createStepWrites = (entity: StepEntity) =>
  operationsOn(entity, {
    put,
    complete,
    closeOpen,
    sayPending,
    tell,
    beginTool,
    saveToolResult,
    decide,
    noteProgress,
    verify,
    checkCompletion,
    checkingCompletion,
    notingProgress,
    verifyFurther,
  });

/** The step as predicted, with what was found of the one before. False when this number is taken: what was stored first stands. */
async function put(entity: StepEntity, step: Step, ofStepBefore?: StepFinding): Promise<boolean> {
  const { outcome, ...rest } = checked(Step, step, "a new step");
  const item = { ...rest, ...defined({ outcome, ofStepBefore }) };
  return wrote("store the step", () => entity.create(item).go());
}

/** Null when the step is unknown, or completed already with a certain outcome. */
async function complete(entity: StepEntity, completion: StepCompletion): Promise<Step | null> {
  const {
    performedAt,
    outcome,
    actionOutcomes,
    performedActions,
    after,
    interventions,
    errorId,
    snapshotId,
    timings = {},
  } = completion;
  return changeItem("complete the step", parseStep, () =>
    entity
      .patch(keyOf(completion))
      .data((step, set) => {
        set.set(step.performedAt, performedAt);
        set.set(step.outcome, outcome);
        if (actionOutcomes !== undefined) set.set(step.actionOutcomes, [...actionOutcomes]);
        if (performedActions !== undefined) set.set(step.performedActions, [...performedActions]);
        if (after !== undefined) set.set(step.after, after);
        if (interventions !== undefined) set.set(step.interventions, [...interventions]);
        if (errorId !== undefined) set.set(step.errorId, errorId);
        if (snapshotId !== undefined) set.set(step.snapshotId, snapshotId);
        for (const [name, value] of Object.entries(timings)) {
          set.set(step.timings[name as keyof typeof timings], value);
        }
      })
      .where((step, is) => `${is.notExists(step.outcome)} OR ${is.eq(step.outcome.effect, "indeterminate")}`),
  );
}

/** What is known of a step that nobody completes any more. False when it has an outcome. */
const closeOpen = (
  entity: StepEntity,
  { outcome, errorId, ...step }: StepKey & { outcome: ActionOutcome; errorId?: ErrorId | undefined },
) =>
  wrote("close the step", () =>
    entity
      .patch(keyOf(step))
      .set(defined({ outcome, errorId }))
      .where((step, is) => is.notExists(step.outcome))
      .go(),
  );

/** What of the screen after the step is not stored yet. */
const sayPending = (entity: StepEntity, { after, ...step }: StepKey & { after: Observation }) =>
  wrote("store the pending command", () => entity.patch(keyOf(step)).set({ after }).go());

/** For the next prompt: what happened after the step that no verification saw. */
const tell = (entity: StepEntity, { feedback, ...step }: StepKey & { feedback: string }) =>
  wrote("publish the step", () => entity.patch(keyOf(step)).set({ feedback }).go());

/** Before a tool is called, once: what is known of it should nothing more be heard. False: somebody called it. */
const beginTool = (entity: StepEntity, { toolResult, ...step }: StepKey & { toolResult: ToolResult }) =>
  wrote("start the tool's call", () =>
    entity
      .patch(keyOf(step))
      .set({ toolResult, outcome: { ok: false, effect: "indeterminate", retries: 0 } })
      .where((stored, is) => is.notExists(stored.toolResult))
      .go(),
  );

/** What a person or a tool answered; a tool's answer is the step's outcome too. */
async function saveToolResult(
  entity: StepEntity,
  { toolResult, milliseconds, ...step }: StepKey & { toolResult: ToolResult; milliseconds?: number },
): Promise<boolean> {
  const { ok, kind } = toolResult;
  const outcome = { ok, effect: ok ? "done" : "none", retries: 0 } as const;
  return wrote("store the answer", () =>
    entity
      .patch(keyOf(step))
      .set({ toolResult, ...(kind === "mcp_call" ? { outcome } : {}) })
      .data((stored, set) => {
        if (milliseconds !== undefined) set.set(stored.timings.executionMilliseconds, milliseconds);
      })
      .go(),
  );
}

/** What became of a step that waited for a person's yes, once; null: it was decided before. */
const decide = (
  entity: StepEntity,
  { approval, end, ...step }: StepKey & { approval: StepApproval; end?: Partial<Step> | undefined },
) =>
  changeItem("decide on the step", parseStep, () =>
    entity
      .patch(keyOf(step))
      .set({ approval, ...end })
      .where((stored, is) => `${is.notExists(stored.approval.decision)} AND ${is.notExists(stored.outcome)}`),
  );

/** What was found of the course up to this step, for a write with another; the first finding stands. */
const notingProgress = async (
  entity: StepEntity,
  step: StepKey,
  progressCheck: ProgressCheck,
): Promise<TableWrite> =>
  entity
    .patch(keyOf(step))
    .set({ progressCheck })
    .where((attributes, is) => is.notExists(attributes.progressCheck));

const noteProgress = (entity: StepEntity, step: StepKey, progressCheck: ProgressCheck) =>
  wrote("note the progress", async () => (await notingProgress(entity, step, progressCheck)).go());

/** What was found of the step, where no step after it is stored with that. */
async function verify(
  entity: StepEntity,
  verdict: StepKey & Omit<StepFinding, "verifyMilliseconds"> & Partial<StepFinding>,
): Promise<boolean> {
  const { verifiedAt, verifyMilliseconds, screenChanged, verification, feedback } = verdict;
  return wrote("verify the step", () =>
    entity
      .patch(keyOf(verdict))
      .set({ verifiedAt, screenChanged, ...defined({ verification, feedback }) })
      .data((step, set) => {
        if (verifyMilliseconds !== undefined) set.set(step.timings.verifyMilliseconds, verifyMilliseconds);
      })
      .go(),
  );
}

/** Whether the claim that the step makes is accepted, for a write with another; a second answer to one question replaces the first. */
const checkingCompletion = async (
  entity: StepEntity,
  step: StepKey,
  completionCheck: CompletionCheck,
): Promise<TableWrite> => entity.patch(keyOf(step)).set({ completionCheck });

const checkCompletion = (entity: StepEntity, step: StepKey, completionCheck: CompletionCheck) =>
  wrote("check the claim", async () => (await checkingCompletion(entity, step, completionCheck)).go());

/** What a model said afterwards of a step that the rules were unsure of. */
const verifyFurther = (
  entity: StepEntity,
  { verification, ...step }: StepKey & { verification: Verification },
) => wrote("verify the step further", () => entity.patch(keyOf(step)).set({ verification }).go());
