import * as z from "zod";
import type { Observation } from "../../contracts/device/observation.ts";
import type { SnapshotId } from "../../contracts/device/snapshot.ts";
import type { Intervention } from "../../contracts/job/intervention.ts";
import { type ActionOutcome, Step, type StepApproval, type StepTimings } from "../../contracts/job/step.ts";
import type {
  CompletionCheck,
  ProgressCheck,
  ToolResult,
  Verification,
} from "../../contracts/job/step-findings.ts";
import type { ErrorId, JobId, TenantId, Timestamp } from "../../contracts/values/ids.ts";
import { defined } from "../../values/defined.ts";
import { decodeCursor, encodeCursor, type Page, type PageRequest } from "../table/cursor.ts";
import type { TableAccess } from "../table/entity-setup.ts";
import { readPage } from "../table/read-page.ts";
import { conditionalCall, storageCall } from "../table/storage-call.ts";
import { checked } from "../table/stored.ts";
import { createStepEntity, parseStep, type StepEntity } from "./step-entity.ts";

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

function createStepReads(entity: StepEntity) {
  const range = (job: Pick<StepKey, "tenantId" | "jobId">, first: number, last = lastStepNumber) =>
    entity.query.primary(job).between({ stepNumber: first }, { stepNumber: last });
  return {
    async get(tenantId: TenantId, jobId: JobId, stepNumber: number): Promise<Step | null> {
      const { data } = await storageCall("read the step", () =>
        entity.get({ tenantId, jobId, stepNumber }).go({ consistent: true }),
      );
      return data === null ? null : parseStep(data);
    },

    /** All from that one on, in order. */
    async from(tenantId: TenantId, jobId: JobId, first: number): Promise<readonly Step[]> {
      const { data } = await storageCall("list the steps", () =>
        range({ tenantId, jobId }, first).go({ pages: "all", consistent: true }),
      );
      return data.map(parseStep);
    },

    /** So many from that one on, in order. */
    async some(tenantId: TenantId, jobId: JobId, first: number, limit: number): Promise<readonly Step[]> {
      const { data } = await storageCall("list the steps", () =>
        range({ tenantId, jobId }, first).go({ limit, consistent: true }),
      );
      return data.map(parseStep);
    },

    /** In order from the first step, or from the last with `newestFirst`. */
    async list(
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
        find: (limit) =>
          range({ tenantId, jobId }, first, last).go({
            order: newestFirst ? "desc" : "asc",
            limit,
            consistent: true,
          }),
        parse: parseStep,
        place: (step) => String(step.stepNumber).padStart(4, "0"),
        newestFirst,
        cursorAfter: (step) => encodeCursor(list, String(step.stepNumber)),
      });
    },
  };
}

const StepPlace = z.string().regex(/^[1-9][0-9]{0,3}$/);

function createStepWrites(entity: StepEntity) {
  return {
    /** The step as predicted. False when this number is taken: what was stored first stands. */
    async put(step: Step): Promise<boolean> {
      const { outcome, ...rest } = checked(Step, step, "a new step");
      const item = { ...rest, ...defined({ outcome }) };
      return (await conditionalCall("store the step", () => entity.create(item).go())) !== null;
    },

    /** Null when the step is unknown, or completed already with a certain outcome. */
    async complete(completion: StepCompletion): Promise<Step | null> {
      const {
        performedAt,
        outcome,
        actionOutcomes,
        after,
        interventions,
        errorId,
        snapshotId,
        timings = {},
      } = completion;
      const completed = await conditionalCall("complete the step", () =>
        entity
          .patch(keyOf(completion))
          .data((step, set) => {
            set.set(step.performedAt, performedAt);
            set.set(step.outcome, outcome);
            if (actionOutcomes !== undefined) set.set(step.actionOutcomes, [...actionOutcomes]);
            if (after !== undefined) set.set(step.after, after);
            if (interventions !== undefined) set.set(step.interventions, [...interventions]);
            if (errorId !== undefined) set.set(step.errorId, errorId);
            if (snapshotId !== undefined) set.set(step.snapshotId, snapshotId);
            for (const [name, value] of Object.entries(timings)) {
              set.set(step.timings[name as keyof typeof timings], value);
            }
          })
          .where(
            (step, is) => `${is.notExists(step.outcome)} OR ${is.eq(step.outcome.effect, "indeterminate")}`,
          )
          .go({ response: "all_new" }),
      );
      return completed === null ? null : parseStep(completed.data);
    },

    /** After an error: says that nobody knows what the device felt. False when the outcome is known. */
    async markIndeterminate(mark: StepKey & { outcome: ActionOutcome; errorId: ErrorId }): Promise<boolean> {
      const marked = await conditionalCall("mark the step", () =>
        entity
          .patch(keyOf(mark))
          .set({ outcome: mark.outcome, errorId: mark.errorId })
          .where((step, is) => is.notExists(step.outcome))
          .go(),
      );
      return marked !== null;
    },

    /** What of the screen after the step is not stored yet. */
    async sayPending({ after, ...step }: StepKey & { after: Observation }): Promise<boolean> {
      const said = await conditionalCall("say what is pending", () =>
        entity.patch(keyOf(step)).set({ after }).go(),
      );
      return said !== null;
    },

    /** For the next prompt: what happened after the step that no verification saw. */
    async tell({ feedback, ...step }: StepKey & { feedback: string }): Promise<boolean> {
      const told = await conditionalCall("tell of the step", () =>
        entity.patch(keyOf(step)).set({ feedback }).go(),
      );
      return told !== null;
    },

    /** Before a tool is called, once: what is known of it should nothing more be heard. False: somebody called it. */
    async beginTool({ toolResult, ...step }: StepKey & { toolResult: ToolResult }): Promise<boolean> {
      const begun = await conditionalCall("begin the tool's call", () =>
        entity
          .patch(keyOf(step))
          .set({ toolResult, outcome: { ok: false, effect: "indeterminate", retries: 0 } })
          .where((stored, is) => is.notExists(stored.toolResult))
          .go(),
      );
      return begun !== null;
    },

    /** What a person or a tool answered; a tool's answer is the step's outcome too. */
    async saveToolResult({
      toolResult,
      milliseconds,
      ...step
    }: StepKey & { toolResult: ToolResult; milliseconds?: number }): Promise<boolean> {
      const { ok, kind } = toolResult;
      const outcome = { ok, effect: ok ? "done" : "none", retries: 0 } as const;
      const saved = await conditionalCall("store the answer", () =>
        entity
          .patch(keyOf(step))
          .set({ toolResult, ...(kind === "mcp_call" ? { outcome } : {}) })
          .data((stored, set) => {
            if (milliseconds !== undefined) set.set(stored.timings.executionMilliseconds, milliseconds);
          })
          .go(),
      );
      return saved !== null;
    },

    /** What became of a step that waited for a person's yes, once; null: it was decided before. */
    async decide({
      approval,
      end,
      ...step
    }: StepKey & { approval: StepApproval; end?: Partial<Step> | undefined }): Promise<Step | null> {
      const decided = await conditionalCall("decide on the step", () =>
        entity
          .patch(keyOf(step))
          .set({ approval, ...end })
          .where(
            (stored, is) => `${is.notExists(stored.approval.decision)} AND ${is.notExists(stored.outcome)}`,
          )
          .go({ response: "all_new" }),
      );
      return decided === null ? null : parseStep(decided.data);
    },

    /** What was found of the course up to this step; the first finding stands. */
    async noteProgress({
      progressCheck,
      ...step
    }: StepKey & { progressCheck: ProgressCheck }): Promise<boolean> {
      const noted = await conditionalCall("note the progress", () =>
        entity
          .patch(keyOf(step))
          .set({ progressCheck })
          .where((attributes, is) => is.notExists(attributes.progressCheck))
          .go(),
      );
      return noted !== null;
    },

    async verify(
      verdict: StepKey & {
        verifiedAt: Timestamp;
        verifyMilliseconds?: number;
        screenChanged: boolean;
        verification?: Verification | undefined;
        feedback?: string | undefined;
      },
    ): Promise<boolean> {
      const { verifiedAt, verifyMilliseconds, screenChanged, verification, feedback } = verdict;
      const verified = await conditionalCall("verify the step", () =>
        entity
          .patch(keyOf(verdict))
          .set({ verifiedAt, screenChanged, ...defined({ verification, feedback }) })
          .data((step, set) => {
            if (verifyMilliseconds !== undefined)
              set.set(step.timings.verifyMilliseconds, verifyMilliseconds);
          })
          .go(),
      );
      return verified !== null;
    },

    /** Whether the claim that the step makes is accepted; a second answer to one question replaces the first. */
    async checkCompletion({
      completionCheck,
      ...step
    }: StepKey & { completionCheck: CompletionCheck }): Promise<boolean> {
      const checked = await conditionalCall("check the claim", () =>
        entity.patch(keyOf(step)).set({ completionCheck }).go(),
      );
      return checked !== null;
    },

    /** What a model said afterwards of a step that the rules were unsure of. */
    async verifyFurther({
      verification,
      ...step
    }: StepKey & { verification: Verification }): Promise<boolean> {
      const verified = await conditionalCall("verify the step further", () =>
        entity.patch(keyOf(step)).set({ verification }).go(),
      );
      return verified !== null;
    },
  };
}
